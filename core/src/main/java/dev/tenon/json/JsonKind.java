package dev.tenon.json;

import java.util.Locale;

/** The six kinds of JSON values. */
public enum JsonKind {
    OBJECT,
    ARRAY,
    STRING,
    NUMBER,
    BOOLEAN,
    NULL;

    private final String displayName = name().toLowerCase(Locale.ROOT);

    /** Returns the kind of a value by the first byte of its valid JSON text. */
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

    /** Returns the name of this kind for messages: {@code object}, {@code array}, {@code string} and so on. */
    public String displayName() {
        return displayName;
    }
}
