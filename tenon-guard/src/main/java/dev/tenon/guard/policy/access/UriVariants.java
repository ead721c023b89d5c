package dev.tenon.guard.policy.access;

import dev.tenon.guard.policy.internal.PathNormalizer;
import dev.tenon.guard.policy.internal.TextVariants;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The ways in which a server may read a URI: as it is, decoded, with backslashes as slashes, with the dots of its path
 * resolved, without the host that means this machine. What is denied is denied in any of them; what is allowed has to
 * be allowed in all. The scheme is in lower case in all of them.
 */
final class UriVariants {
    private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*:");
    private static final Pattern DROPPED = Pattern.compile("[\\t\\n\\r]");
    private static final Pattern ESCAPED_DOT = Pattern.compile("%2e", Pattern.CASE_INSENSITIVE);
    private static final Pattern SLASHES = Pattern.compile("^/*");
    private static final Pattern DOT_NAME = Pattern.compile("(^|/)\\.\\.?(/|$)");
    /** The schemes, beside {@code file}, that need a host: parsers find it after any number of slashes. */
    private static final Set<String> SCHEMES_WITH_HOST = Set.of("http:", "https:", "ws:", "wss:", "ftp:");

    private UriVariants() {}

    /** The place of the first blank or control character, which parsers drop, refuse or keep. */
    static OptionalInt findInvalidCharacter(String uri) {
        return IntStream.range(0, uri.length())
                .filter(i -> uri.charAt(i) <= ' ' || uri.charAt(i) == 0x7F)
                .findFirst();
    }

    /** A URI, or a pattern of URIs, with its scheme in lower case. */
    static String lowerCaseScheme(String uri) {
        Matcher scheme = SCHEME.matcher(uri);
        return scheme.find() ? scheme.group().toLowerCase(Locale.ROOT) + uri.substring(scheme.end()) : uri;
    }

    static List<String> of(String uri) {
        Set<String> forms = new LinkedHashSet<>();
        for (String spelling : TextVariants.of(uri)) {
            forms.add(lowerCaseScheme(spelling));
            String text = ESCAPED_DOT
                    .matcher(DROPPED.matcher(spelling).replaceAll("").trim())
                    .replaceAll(".");
            for (String slashes : List.of(text, text.replace('\\', '/'))) {
                addNormalized(lowerCaseScheme(slashes), forms);
            }
        }
        return new ArrayList<>(forms);
    }

    private static void addNormalized(String uri, Set<String> forms) {
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
            forms.add(start + normalizePath(rest.substring(path), path > 0, emptyIsName));
            forms.add(start
                    + normalizePath(rest.substring(path, query), path > 0, emptyIsName)
                    + rest.substring(query, end));
        }
    }

    /**
     * Without a host, a path counts as one only where it has a name that is a dot or two: {@code urn:a//b/} is no path.
     */
    private static String normalizePath(String path, boolean afterHost, boolean emptyIsName) {
        boolean rooted = path.startsWith("/");
        boolean stays = afterHost ? !rooted : !DOT_NAME.matcher(path).find();
        return stays
                ? path
                : PathNormalizer.removeDotSegments(path, emptyIsName).substring(rooted ? 0 : 1);
    }

    /** The place of the first of these characters from a place on; the end when there is none. */
    private static int indexOfAny(String characters, String text, int from) {
        int at = from;
        while (at < text.length() && characters.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}
