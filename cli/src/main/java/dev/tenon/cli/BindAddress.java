package dev.tenon.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/**
 * The host and port of a listener.
 *
 * @param host a host name or IP address of this machine; IPv6 without brackets
 * @param port the port; 0 selects a free one
 */
record BindAddress(String host, int port) {
    static final BindAddress DEFAULT = new BindAddress("127.0.0.1", 8080);

    private static final int LAST_PORT = 65_535;
    private static final Pattern HOST_AND_PORT =
            Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+(?:%[A-Za-z0-9]+)?])?(?::(.*))?");

    /**
     * Parses {@code HOST:PORT}.
     *
     * @throws TypeConversionException if the text is not a host and port; the message says what to write
     */
    static BindAddress parse(String text) {
        Matcher matcher = HOST_AND_PORT.matcher(text);
        if (!matcher.matches()) {
            throw invalidAddress(text, "is not a host and port");
        }
        String host = matcher.group(1);
        String port = matcher.group(2);
        if (host == null) {
            throw invalidAddress(text, "has no host");
        }
        if (port == null) {
            throw invalidAddress(text, text.matches("\\d+") ? "has no host" : "has no port");
        }
        return new BindAddress(host.replaceAll("[\\[\\]]", ""), parsePort(text, port));
    }

    private static int parsePort(String text, String port) {
        if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > LAST_PORT) {
            throw invalidAddress(text, "has an invalid port: a port is a number from 0 to " + LAST_PORT);
        }
        return Integer.parseInt(port);
    }

    private static TypeConversionException invalidAddress(String text, String what) {
        return new TypeConversionException(
                "'" + text + "' " + what + ". Write HOST:PORT, such as 127.0.0.1:8080, localhost:0 or [::1]:8080.");
    }
}
