package dev.tenon.guard.policy.access;

import static dev.tenon.guard.policy.internal.PathNormalizer.removeDotSegments;

import dev.tenon.guard.policy.internal.TextVariants;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Computes the ways in which a server may interpret a URI: unchanged, decoded, with backslashes as slashes, with the
 * dot segments of its path resolved, without a host that means this machine. A deny entry applies if it matches any
 * variant; an allow entry must match all of them. The scheme is in lower case in all variants.
 */
final class UriVariants {
    private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*:");
    private static final Pattern DROPPED = Pattern.compile("[\\t\\n\\r]");
    private static final Pattern ESCAPED_DOT = Pattern.compile("%2e", Pattern.CASE_INSENSITIVE);
    private static final Pattern SLASHES = Pattern.compile("^/*");
    private static final Pattern DOT_NAME = Pattern.compile("(^|/)\\.\\.?(/|$)");
    /** Schemes other than {@code file} that require a host: parsers find it after any number of slashes. */
    private static final Set<String> SCHEMES_WITH_HOST = Set.of("http:", "https:", "ws:", "wss:", "ftp:");

    private UriVariants() {}

    /** Returns the index of the first blank or control character, which parsers drop, reject or keep; -1 for none. */
    static int indexOfInvalidCharacter(String uri) {
        return IntStream.range(0, uri.length())
                .filter(i -> uri.charAt(i) <= ' ' || uri.charAt(i) == 0x7F)
                .findFirst()
                .orElse(-1);
    }

    /** Returns a URI, or a pattern of URIs, with its scheme in lower case. */
    static String lowerCaseScheme(String uri) {
        Matcher scheme = SCHEME.matcher(uri);
        return scheme.find() ? scheme.group().toLowerCase(Locale.ROOT) + uri.substring(scheme.end()) : uri;
    }

    /** Returns the variants without duplicates; the first is the URI itself, with its scheme in lower case. */
    static List<String> of(String uri) {
        Set<String> variants = new LinkedHashSet<>();
        for (String spelling : TextVariants.of(uri)) {
            variants.add(lowerCaseScheme(spelling));
            String text = ESCAPED_DOT
                    .matcher(DROPPED.matcher(spelling).replaceAll("").trim())
                    .replaceAll(".");
            for (String slashes : List.of(text, text.replace('\\', '/'))) {
                addNormalized(lowerCaseScheme(slashes), variants);
            }
        }
        return new ArrayList<>(variants);
    }

    private static void addNormalized(String uri, Set<String> variants) {
        Matcher found = SCHEME.matcher(uri);
        String scheme = found.find() ? found.group() : "";
        String rest = uri.substring(scheme.length());
        boolean file = scheme.equals("file:");
        boolean web = SCHEMES_WITH_HOST.contains(scheme);
        if (web) {
            rest = SLASHES.matcher(rest).replaceFirst("//");
        } else if (file && !rest.startsWith("//")) {
            rest = "///" + rest;
        }
        int path = rest.startsWith("//") ? indexOfAny("/?#", rest, 2) : 0;
        String host = file || web ? rest.substring(0, path).toLowerCase(Locale.ROOT) : rest.substring(0, path);
        String start = scheme + (file && (host.equals("//localhost") || host.equals("//127.0.0.1")) ? "//" : host);
        int query = indexOfAny("?#", rest, path);
        int end = file ? query : web ? indexOfAny("#", rest, path) : rest.length();
        for (boolean emptyIsName : new boolean[] {false, true}) {
            variants.add(start + normalizePath(rest.substring(path), path > 0, emptyIsName));
            variants.add(start
                    + normalizePath(rest.substring(path, query), path > 0, emptyIsName)
                    + rest.substring(query, end));
        }
    }

    /**
     * Resolves the dot segments of a path. Without a host, text counts as a path only if it contains a dot segment:
     * {@code urn:a//b/} does not.
     */
    private static String normalizePath(String path, boolean afterHost, boolean emptyIsName) {
        boolean rooted = path.startsWith("/");
        boolean unchanged = afterHost ? !rooted : !DOT_NAME.matcher(path).find();
        return unchanged ? path : removeDotSegments(path, emptyIsName).substring(rooted ? 0 : 1);
    }

    /** Returns the index of the first of these characters at or after a position, or the length of the text. */
    private static int indexOfAny(String characters, String text, int from) {
        int at = from;
        while (at < text.length() && characters.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}
