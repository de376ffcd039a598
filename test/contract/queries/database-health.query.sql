-- probe
SELECT 1;
