package dev.tenon.json;

import java.util.Locale;

/** The six kinds of JSON value. */
public enum JsonKind {
    OBJECT,
    ARRAY,
    STRING,
    NUMBER,
    BOOLEAN,
    NULL;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** The kind of the value that starts with this byte of valid JSON text. */
    static JsonKind ofFirstByte(byte first) {
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
    public String displayName() {
        return word;
    }
}
