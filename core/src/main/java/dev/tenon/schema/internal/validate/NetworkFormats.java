package dev.tenon.schema.internal.validate;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * Validates the formats {@code email}, {@code hostname}, {@code ipv4} and {@code ipv6}. The length of the text is
 * limited before a regular expression is applied.
 */
final class NetworkFormats {
    private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++";
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

    private static final Pattern HOSTNAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");
    private static final Pattern LOCAL_PART = Pattern.compile(ATOM + "(?:\\." + ATOM + ")*");
    private static final String ADDRESS = OCTET + "(?:\\." + OCTET + "){3}";
    private static final Pattern IPV4 = Pattern.compile(ADDRESS);
    /** The syntax of the groups; the JDK checks their number. */
    private static final Pattern IPV6 = Pattern.compile("(?:[0-9A-Fa-f]{0,4}:)+(?:[0-9A-Fa-f]{0,4}|" + ADDRESS + ")");

    private NetworkFormats() {}

    /** Accepts {@code name@domain} as mail systems do: no quoted names, comments or address literals. */
    static boolean isEmail(String s) {
        int at = s.indexOf('@');
        return at > 0
                && at <= 64
                && LOCAL_PART.matcher(s.substring(0, at)).matches()
                && isHostname(s.substring(at + 1));
    }

    static boolean isHostname(String s) {
        return s.length() <= 253 && HOSTNAME.matcher(s).matches();
    }

    static boolean isIpv4(String s) {
        return s.length() <= 15 && IPV4.matcher(s).matches();
    }

    static boolean isIpv6(String s) {
        if (s.length() > 45 || !IPV6.matcher(s).matches()) {
            return false;
        }
        try {
            // A literal in brackets is never resolved by DNS.
            return InetAddress.getByName("[" + s + "]").getAddress().length > 0;
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
