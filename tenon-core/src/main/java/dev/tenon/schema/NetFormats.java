package dev.tenon.schema;

import java.util.Arrays;

/** The formats for addresses: {@code email}, {@code hostname}, {@code ipv4} and {@code ipv6}. */
final class NetFormats {
    private static final String ATOM_SIGNS = "!#$%&'*+-/=?^_`{|}~";

    private NetFormats() {}

    /** {@code name@domain} as mail systems accept it: no quoted names, no comments, no address literals. */
    static boolean isEmail(String s) {
        int at = s.indexOf('@');
        return at > 0 && at <= 64 && isLocalPart(s.substring(0, at)) && isHostname(s.substring(at + 1));
    }

    private static boolean isLocalPart(String s) {
        return Arrays.stream(s.split("\\.", -1))
                .allMatch(atom -> !atom.isEmpty()
                        && atom.chars().allMatch(c -> isLetterOrDigit(c) || ATOM_SIGNS.indexOf(c) >= 0));
    }

    static boolean isHostname(String s) {
        return s.length() <= 253 && Arrays.stream(s.split("\\.", -1)).allMatch(NetFormats::isLabel);
    }

    private static boolean isLabel(String s) {
        return !s.isEmpty()
                && s.length() <= 63
                && !s.startsWith("-")
                && !s.endsWith("-")
                && s.chars().allMatch(c -> isLetterOrDigit(c) || c == '-');
    }

    private static boolean isLetterOrDigit(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    static boolean isIpv4(String s) {
        String[] parts = s.split("\\.", -1);
        return s.length() <= 15 && parts.length == 4 && Arrays.stream(parts).allMatch(NetFormats::isOctet);
    }

    private static boolean isOctet(String s) {
        boolean digits = !s.isEmpty() && s.length() <= 3 && s.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits && (s.length() == 1 || s.charAt(0) != '0') && Integer.parseInt(s) <= 255;
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
