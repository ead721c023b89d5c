package dev.tenon.cli.argument;

import dev.tenon.cli.error.CommandFailedException;

/**
 * An argument as the user typed it.
 *
 * @param name the name, which can refer to a member of an object: {@code address.city}
 * @param value the text after the sign
 * @param isJson whether the value is JSON regardless of the schema, written as {@code name:=value}
 */
record NamedArgument(String name, String value, boolean isJson) {
    /** Parses {@code name=value} or {@code name:=JSON}. */
    static NamedArgument parse(String word) {
        int sign = word.indexOf('=');
        if (sign < 0) {
            throw CommandFailedException.usageError("'" + word
                    + "' is not an argument. Write NAME=VALUE, such as text=Hello, or NAME:=JSON for a JSON value.");
        }
        boolean isJson = sign > 0 && word.charAt(sign - 1) == ':';
        String name = word.substring(0, isJson ? sign - 1 : sign);
        if (name.isEmpty()) {
            throw CommandFailedException.usageError("'" + word + "' has no name before its =. Write NAME=VALUE.");
        }
        return new NamedArgument(name, word.substring(sign + 1), isJson);
    }
}
