package dev.tenon.schema;

import java.util.regex.Pattern;

/** The formats for addresses: {@code email}, {@code hostname}, {@code ipv4} and {@code ipv6}. The lengths that regular expressions see are bounded. */
final class NetFormats {
    private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++";
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

    private static final Pattern HOSTNAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");
    private static final Pattern LOCAL_PART = Pattern.compile(ATOM + "(?:\\." + ATOM + ")*");
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");

    private NetFormats() {}

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
        if (s.length() > 45) {
            return false;
        }
        int gap = s.indexOf("::");
        if (gap < 0) {
            return groups(s, true) == 8;
        }
        String before = s.substring(0, gap);
        String after = s.substring(gap + 2);
        int left = before.isEmpty() ? 0 : groups(before, false);
        int right = after.isEmpty() ? 0 : groups(after, true);
        return left >= 0 && right >= 0 && left + right <= 7;
    }

    /** How many groups of 16 bits the text writes, or -1 when it is wrong; an IPv4 address at the end counts as two. */
    private static int groups(String s, boolean mayEndInIpv4) {
        String[] parts = s.split(":", -1);
        int count = 0;
        for (int i = 0; i < parts.length; i++) {
            boolean last = i == parts.length - 1;
            if (last && mayEndInIpv4 && isIpv4(parts[i])) {
                count += 2;
            } else if (isGroup(parts[i])) {
                count++;
            } else {
                return -1;
            }
        }
        return count;
    }

    private static boolean isGroup(String s) {
        return !s.isEmpty() && s.length() <= 4 && s.chars().allMatch(c -> Formats.isHex((char) c));
    }
}
