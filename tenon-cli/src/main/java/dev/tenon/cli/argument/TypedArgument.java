package dev.tenon.cli.argument;

import dev.tenon.cli.error.CommandFailedException;

/**
 * One argument as it was typed.
 *
 * @param name its name, which may lead into objects: {@code address.city}
 * @param value what stands behind the sign
 * @param isJson {@code name:=value}: the value is JSON, whatever the schema says
 */
record TypedArgument(String name, String value, boolean isJson) {
    /** Reads {@code name=value} or {@code name:=JSON}. */
    static TypedArgument parse(String word) {
        int sign = word.indexOf('=');
        if (sign < 0) {
            throw CommandFailedException.usageError(
                    "'" + word + "' is no argument. Write NAME=VALUE, such as text=Hello, or"
                            + " NAME:=JSON for a value as it is in JSON.");
        }
        boolean isJson = sign > 0 && word.charAt(sign - 1) == ':';
        String name = word.substring(0, isJson ? sign - 1 : sign);
        if (name.isEmpty()) {
            throw CommandFailedException.usageError("'" + word + "' has no name before its =. Write NAME=VALUE.");
        }
        return new TypedArgument(name, word.substring(sign + 1), isJson);
    }
}
