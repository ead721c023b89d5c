package dev.tenon.json;

/** The six kinds of JSON value. */
public enum JsonKind {
    OBJECT,
    ARRAY,
    STRING,
    NUMBER,
    BOOLEAN,
    NULL;

    /** The kind of the value that starts with this byte of valid JSON text. */
    static JsonKind startingWith(byte first) {
        return switch (first) {
            case '{' -> OBJECT;
            case '[' -> ARRAY;
            case '"' -> STRING;
            case 't', 'f' -> BOOLEAN;
            case 'n' -> NULL;
            default -> NUMBER;
        };
    }

    /** The word used for this kind in messages: {@code object}, {@code array}, {@code string} and so on. */
    public String word() {
        return switch (this) {
            case OBJECT -> "object";
            case ARRAY -> "array";
            case STRING -> "string";
            case NUMBER -> "number";
            case BOOLEAN -> "boolean";
            case NULL -> "null";
        };
    }
}
