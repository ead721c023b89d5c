package dev.tenon.schema.internal.validate;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * The formats for addresses: {@code email}, {@code hostname}, {@code ipv4} and {@code ipv6}. The lengths that regular
 * expressions see are bounded.
 */
final class NetworkFormats {
    private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++";
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

    private static final Pattern HOSTNAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");
    private static final Pattern LOCAL_PART = Pattern.compile(ATOM + "(?:\\." + ATOM + ")*");
    private static final String ADDRESS = OCTET + "(?:\\." + OCTET + "){3}";
    private static final Pattern IPV4 = Pattern.compile(ADDRESS);
    /** How the groups are written; the JDK says whether there are as many as there must be. */
    private static final Pattern IPV6 = Pattern.compile("(?:[0-9A-Fa-f]{0,4}:)+(?:[0-9A-Fa-f]{0,4}|" + ADDRESS + ")");

    private NetworkFormats() {}

    /** {@code name@domain} as mail systems accept it: no quoted names, no comments, no address literals. */
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
            // A literal in brackets is never looked up.
            return InetAddress.getByName("[" + s + "]").getAddress().length > 0;
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
