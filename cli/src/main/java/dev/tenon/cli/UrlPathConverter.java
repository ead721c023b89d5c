package dev.tenon.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the path of an endpoint. */
final class UrlPathConverter implements ITypeConverter<String> {
    /** Characters that RFC 3986 allows in a path without escaping. */
    private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9._~!$&'()*+,;=:@/-]*");

    @Override
    public String convert(String value) {
        if (!PATH.matcher(value).matches()) {
            throw new TypeConversionException(
                    "'" + value + "' is not a path. Write one that starts with / and has neither"
                            + " spaces nor a query, such as /mcp.");
        }
        return value;
    }
}
