package dev.tenon.schema;

/** What the value of a keyword must look like. */
enum Shape {
    /** One subschema. */
    SCHEMA,
    /** A list of subschemas, not empty. */
    SCHEMAS,
    /** Named subschemas. */
    SCHEMA_MAP,
    /** Subschemas under regular expressions. */
    PATTERN_MAP,
    /** One subschema, or a list of them. */
    SCHEMA_OR_LIST,
    /** For each name a subschema or a list of names. */
    DEPENDENCIES,
    /** For each name a list of names. */
    NAME_LISTS,
    /** Names, each at most once. */
    NAMES,
    /** The name of a type, or several. */
    TYPE,
    STRING,
    ANCHOR,
    REGEX,
    BOOLEAN,
    NUMBER,
    POSITIVE_NUMBER,
    COUNT,
    ARRAY,
    OBJECT;

    /** What is expected, in words for a message. */
    String words() {
        return switch (this) {
            case SCHEMA -> "a schema: an object, true or false";
            case SCHEMAS -> "a list of one or more schemas";
            case SCHEMA_MAP, PATTERN_MAP -> "an object whose members are schemas";
            case SCHEMA_OR_LIST -> "a schema, or a list of schemas";
            case DEPENDENCIES -> "an object whose members are schemas or lists of names";
            case NAME_LISTS -> "an object whose members are lists of names, each name once";
            case NAMES -> "a list of names, each once";
            case TYPE ->
                "one of array, boolean, integer, null, number, object and string, or a list of them, each once";
            case STRING -> "a string";
            case ANCHOR -> "a name that starts with a letter or _, followed by letters, digits, - _ and .";
            case REGEX -> "a regular expression";
            case BOOLEAN -> "true or false";
            case NUMBER -> "a number";
            case POSITIVE_NUMBER -> "a number above 0";
            case COUNT -> "a whole number of 0 or more";
            case ARRAY -> "a list";
            case OBJECT -> "an object";
        };
    }
}
