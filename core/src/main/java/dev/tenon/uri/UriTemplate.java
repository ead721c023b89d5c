package dev.tenon.uri;

import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A URI template (RFC 6570, all four levels) that expands values to URIs and matches URIs to find the values.
 * Instances are immutable and safe for use by multiple threads.
 *
 * <p>The RFC defines expansion only. Matching follows these rules: the template must cover the whole URI; where several
 * matches are possible, each value is as long as possible, earlier variables first. The time is at most the length of
 * the URI times that of the template.
 *
 * <table>
 * <caption>What matches an expression</caption>
 * <tr><th>expression</th><th>matches</th></tr>
 * <tr><td>{@code {a}}</td><td>one or more characters, reserved ones ({@code :/?#[]@!$&'()*+,;=}) only
 * percent-encoded</td></tr>
 * <tr><td>{@code {+a}}</td><td>one or more characters, including reserved ones</td></tr>
 * <tr><td>{@code {#a}}</td><td>{@code #} and one or more characters, including reserved ones; or nothing</td></tr>
 * <tr><td>{@code {.a}}</td><td>a dot and a match of {@code {a}}</td></tr>
 * <tr><td>{@code {/a}}</td><td>a slash and one path segment that is not empty</td></tr>
 * <tr><td>{@code {/a*}}</td><td>one or more path segments; the value contains them, separated by slashes</td></tr>
 * <tr><td>{@code {;a,b}}, {@code {?a,b}}, {@code {&a,b}}</td><td>the named values in any order; missing ones are not in
 * the map. Other or duplicate names do not match. A plus sign is not decoded to a space</td></tr>
 * <tr><td>{@code {a:3}}</td><td>at most three characters</td></tr>
 * <tr><td>{@code {a*}}, {@code {?a*}}</td><td>several values, {@code 1,2} or {@code ?a=1&a=2}; the value is
 * {@code 1,2}</td></tr>
 * </table>
 *
 * <p>All variables of {@code {a,b}}, {@code {+a,b}}, {@code {#a,b}}, {@code {.a,b}} and {@code {/a,b}} must be present.
 * Lists with commas are returned unchanged. Values are percent-decoded once, from strict UTF-8; a handler that decodes
 * them again defeats the protection below.
 *
 * <p>Directory traversal (MCP specification, resources, security considerations): a URI does not match when a decoded
 * value
 *
 * <ul>
 *   <li>has a segment or a list item that is {@code .} or {@code ..}, where both slash and backslash separate segments,
 *       percent-encoded or not;
 *   <li>has a percent-encoded slash or backslash, in {@code {a}}, {@code {.a}}, {@code {/a}} and {@code {/a*}};
 *   <li>starts with a slash or backslash in {@code {+a}} right after another slash, as in {@code file:///docs//etc},
 *       unless that is the second slash of {@code ://};
 *   <li>or when the URI contains a control character, including NUL, or percent-encoding that is not UTF-8.
 * </ul>
 *
 * <p>Links in the file system and names with a special meaning on some systems ({@code C:}) cannot be detected in a
 * URI: a handler that opens files must still resolve the value against its root and check that the real path is within
 * it.
 */
public final class UriTemplate {
    /** The maximum length of a template in characters. */
    public static final int MAX_TEMPLATE_LENGTH = 2048;

    /** The maximum number of variables of a template. */
    public static final int MAX_VARIABLES = 32;

    /** The maximum length of a URI that can match, in characters before decoding. */
    public static final int MAX_URI_LENGTH = 8192;

    private final String template;
    private final List<String> variables;
    private final List<TemplateComponent> components;
    private final UriPartMatcher matcher;

    private UriTemplate(String template, UriTemplateParser parsed) {
        this.template = template;
        this.variables = List.copyOf(parsed.names);
        this.components = List.copyOf(parsed.components);
        this.matcher = new UriPartMatcher.SequenceMatcher(
                components.stream().flatMap(c -> c.matchers().stream()).toList());
    }

    /**
     * Parses a template.
     *
     * @throws IllegalArgumentException when the template is invalid, has more than {@value #MAX_TEMPLATE_LENGTH}
     *     characters or {@value #MAX_VARIABLES} variables, contains a variable twice, or percent-encodes bytes that are
     *     not UTF-8; the message names the problem and the index
     */
    public static UriTemplate parse(String template) {
        return new UriTemplate(template, new UriTemplateParser(template).parse());
    }

    /** Returns the distinct names of the variables as written, in order. */
    public List<String> variables() {
        return variables;
    }

    /**
     * Matches a URI and returns the decoded values by the names of their variables, in the order of the template. The
     * result is empty when the URI does not match, is longer than {@value #MAX_URI_LENGTH} characters, or has a value
     * that could lead out of a directory. Scheme and host are compared case-sensitively.
     */
    public Optional<Map<String, String>> match(String uri) {
        boolean tooLong = uri.length() > MAX_URI_LENGTH;
        return tooLong ? Optional.empty() : DecodedUriText.of(uri).flatMap(this::match);
    }

    private Optional<Map<String, String>> match(DecodedUriText uri) {
        BitSet ends = new BitSet();
        ends.set(uri.length());
        Map<String, String> found = new TreeMap<>(Comparator.comparing(variables::indexOf));
        boolean matches = matcher.findStarts(uri, ends).get(0)
                && matcher.matchFrom(uri, 0, ends, found) != UriPartMatcher.REJECTED;
        return matches ? Optional.of(Collections.unmodifiableMap(found)) : Optional.empty();
    }

    /**
     * Expands the template with values. A variable without a value is omitted (RFC 6570, section 3.2.1); values of
     * other names are ignored. For {@code {/a*}} the value is a list of segments separated by slashes. In {@code {+a}}
     * and {@code {#a}} percent-encoded triplets are kept.
     *
     * @throws IllegalArgumentException when a value contains an unpaired surrogate
     */
    public String expand(Map<String, String> values) {
        StringBuilder out = new StringBuilder();
        components.forEach(component -> component.expand(values, out));
        return out.toString();
    }

    /** Returns whether the object is a template with the same text. */
    @Override
    public boolean equals(Object other) {
        return other instanceof UriTemplate that && template.equals(that.template);
    }

    @Override
    public int hashCode() {
        return template.hashCode();
    }

    /** Returns the template as it was given. */
    @Override
    public String toString() {
        return template;
    }
}
