-- ofAsset
COPY (
  SELECT content, report_styles::text
  FROM asset
  WHERE id = 900001
) TO STDOUT (FORMAT binary);

-- reportStylesOf
COPY (
  SELECT report_styles::text
  FROM asset
  WHERE id = 900001
) TO STDOUT (FORMAT binary);

-- languagesOf
COPY (
  SELECT coalesce(CASE WHEN json_array_length(content -> 'survey') > 0 THEN content -> 'translations' END,
    'null')
  FROM asset
  WHERE id = 900001
) TO STDOUT (FORMAT binary);

-- ofVersion
COPY (
  SELECT content
  FROM asset_version
  WHERE id = 900001
) TO STDOUT (FORMAT binary);
