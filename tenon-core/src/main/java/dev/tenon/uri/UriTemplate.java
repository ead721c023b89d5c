package dev.tenon.uri;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A URI template (RFC 6570, all four levels), which makes URIs out of values and finds the values in URIs. Immutable.
 *
 * <p>The RFC says only how to expand; this is how a URI is matched. It must be covered from its first to its last
 * character. Where there is a choice, a value is as long as it can be, earlier variables first. The time is at most the
 * length of the URI times that of the template.
 *
 * <table>
 * <caption>What matches an expression</caption>
 * <tr><th>expression</th><th>matches</th></tr>
 * <tr><td>{@code {a}}</td><td>one character or more, none of them reserved ({@code :/?#[]@!$&'()*+,;=}) unless
 * percent-encoded</td></tr>
 * <tr><td>{@code {+a}}</td><td>one or more, also reserved ones</td></tr>
 * <tr><td>{@code {#a}}</td><td>{@code #} and one or more, also reserved ones; or nothing</td></tr>
 * <tr><td>{@code {.a}}</td><td>a dot and what {@code {a}} matches</td></tr>
 * <tr><td>{@code {/a}}</td><td>a slash and one segment of a path, not empty</td></tr>
 * <tr><td>{@code {/a*}}</td><td>one segment or more; the value has them with slashes between</td></tr>
 * <tr><td>{@code {;a,b}}, {@code {?a,b}}, {@code {&a,b}}</td><td>the named values in any order; those that are missing
 * are not in the map. Other names, or one twice, do not match. A plus is a plus, not a space</td></tr>
 * <tr><td>{@code {a:3}}</td><td>at most three characters</td></tr>
 * <tr><td>{@code {a*}}, {@code {?a*}}</td><td>several values, {@code 1,2} or {@code ?a=1&a=2}; the value is
 * {@code 1,2}</td></tr>
 * </table>
 *
 * <p>Several variables in {@code {a,b}}, {@code {+a,b}}, {@code {#a,b}}, {@code {.a,b}} and {@code {/a,b}} must all be
 * there. Lists with commas come as they are. Values are percent-decoded once, from strict UTF-8; whoever decodes them
 * again undoes the protection below.
 *
 * <p>Directory traversal (server features, resources, security considerations): a URI does not match when a decoded
 * value
 *
 * <ul>
 *   <li>has a segment or an item of a list that is {@code .} or {@code ..}, where both slash and backslash separate
 *       segments, percent-encoded or not;
 *   <li>has a percent-encoded slash or backslash, in {@code {a}}, {@code {.a}}, {@code {/a}} and {@code {/a*}};
 *   <li>starts with a slash or backslash in {@code {+a}} right after another slash, as in {@code file:///docs//etc},
 *   unless
 *       that is the second one of {@code ://};
 *   <li>or when a control character, NUL included, is anywhere in the URI, or percent-encoding that is not UTF-8.
 * </ul>
 *
 * <p>Links in the file system and names that only one system treats specially ({@code C:}) are beyond what a URI shows:
 * a handler that opens files still resolves the value against its root and checks that the real path is within it.
 */
public final class UriTemplate {
    /** The most characters of a template. */
    public static final int MAX_TEMPLATE_LENGTH = 2048;

    /** The most variables of a template. */
    public static final int MAX_VARIABLES = 32;

    /** The most characters of a URI that can match, before decoding. */
    public static final int MAX_URI_LENGTH = 8192;

    private final String template;
    private final List<String> variables;
    private final List<TemplateComponent> components;
    private final SequenceMatcher matcher;

    private UriTemplate(String template, UriTemplateParser parsed) {
        this.template = template;
        this.variables = parsed.names();
        this.components = List.copyOf(parsed.components());
        List<UriPartMatcher> all = new ArrayList<>();
        components.forEach(piece -> piece.addMatchers(all));
        this.matcher = new SequenceMatcher(all);
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException when it is not one, has more than {@value #MAX_TEMPLATE_LENGTH} characters or
     *     {@value #MAX_VARIABLES} variables, names a variable twice, or percent-encodes what is not UTF-8; the message
     *     says what is wrong, and at which index
     */
    public static UriTemplate parse(String template) {
        return new UriTemplate(template, new UriTemplateParser(template).parse());
    }

    /** The names of the variables as written, in their order, each once. */
    public List<String> variables() {
        return variables;
    }

    /**
     * The decoded values in a URI, by the names of their variables in the order of the template; empty when the URI
     * does not match, is longer than {@value #MAX_URI_LENGTH} characters, or has a value that could lead out of a
     * directory. Scheme and host are compared exactly, in upper and lower case too.
     */
    public Optional<Map<String, String>> match(String uri) {
        if (uri.length() > MAX_URI_LENGTH) {
            return Optional.empty();
        }
        return DecodedUriText.of(uri).flatMap(this::match);
    }

    private Optional<Map<String, String>> match(DecodedUriText uri) {
        BitSet end = new BitSet();
        end.set(uri.length());
        Map<String, String> found = new TreeMap<>(Comparator.comparing(variables::indexOf));
        if (!matcher.findStarts(uri, end).get(0) || matcher.matchFrom(uri, 0, end, found) == UriPartMatcher.REJECTED) {
            return Optional.empty();
        }
        return Optional.of(Collections.unmodifiableMap(found));
    }

    /**
     * The URI with these values in the places of the variables. A variable without a value is left out (RFC 6570
     * section 3.2.1); values of other names are ignored. For {@code {/a*}} the value is a list of segments with slashes
     * between. In {@code {+a}} and {@code {#a}} what is percent-encoded already stays so.
     *
     * @throws IllegalArgumentException when a value has half of a surrogate pair
     */
    public String expand(Map<String, String> values) {
        StringBuilder out = new StringBuilder();
        components.forEach(piece -> piece.expand(values, out));
        return out.toString();
    }

    /** Equal to one of the same text. */
    @Override
    public boolean equals(Object other) {
        return other instanceof UriTemplate that && template.equals(that.template);
    }

    @Override
    public int hashCode() {
        return template.hashCode();
    }

    /** The template as it was given. */
    @Override
    public String toString() {
        return template;
    }
}
