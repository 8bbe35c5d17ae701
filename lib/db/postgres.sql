-- Names that the SQL of Loupe uses and that PostgreSQL lacks. JSON columns are texts, as in SQLite.
CREATE DOMAIN time_text AS timestamptz(3);
CREATE FUNCTION json_each(list text, OUT key integer, OUT value text) RETURNS SETOF record LANGUAGE sql IMMUTABLE AS
$$ SELECT n::integer - 1, one #>> '{}' FROM json_array_elements(list::json) WITH ORDINALITY AS listed(one, n) $$;
CREATE FUNCTION json_at(document text, path text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT document::json #>> string_to_array(regexp_replace(regexp_replace(path, '^\$\.?', ''), '\[(\d+)\]', '.\1', 'g'), '.') $$;
CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = text, FUNCTION = json_at);
CREATE FUNCTION json_set(document text, path text, value text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT jsonb_set(document::jsonb, string_to_array(substr(path, 3), '.'), to_jsonb(value))::text $$;
CREATE FUNCTION json_list(list anycompatiblearray) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT array_to_json(list)::text $$;
CREATE AGGREGATE json_group_array(anycompatible) (
  SFUNC = array_append, STYPE = anycompatiblearray, INITCOND = '{}', FINALFUNC = json_list
);
CREATE FUNCTION instr(whole text, part text) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$ SELECT strpos(whole, part) $$;
CREATE FUNCTION unhex(hex text) RETURNS bytea LANGUAGE sql IMMUTABLE AS
$$ SELECT decode(hex, 'hex') $$;
