package dev.tenon.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the path of an endpoint from the command line. */
final class UrlPathConverter implements ITypeConverter<String> {
    /** What RFC 3986 lets stand in a path as it is. */
    private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9._~!$&'()*+,;=:@/-]*");

    @Override
    public String convert(String value) {
        if (!PATH.matcher(value).matches()) {
            throw new TypeConversionException("'" + value + "' is no path. Write one that starts with / and has neither"
                    + " spaces nor a query, such as /mcp.");
        }
        return value;
    }
}
