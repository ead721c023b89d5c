package dev.tenon.guard.config.internal;

import dev.tenon.guard.config.internal.YamlNode.YamlMapping;
import dev.tenon.guard.config.internal.YamlNode.YamlScalar;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.uri.HttpUrls;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of a validated file: a field either has the right type or is missing.
 *
 * @param problems receives the problems that the schema cannot express
 * @param directory the directory of the file, against which relative paths are resolved
 */
public record ConfigSection(YamlMapping entries, ConfigProblems problems, Path directory) {
    private static final URI INVALID_URL = URI.create("https://invalid.invalid/");

    /** Returns a mapping without fields. */
    public static ConfigSection empty() {
        return of(null, new ConfigProblems(), Path.of(""));
    }

    /** Returns the fields of a value; none if it is not a mapping. */
    static ConfigSection of(@Nullable YamlNode value, ConfigProblems problems, Path directory) {
        YamlMapping entries = value instanceof YamlMapping mapping ? mapping : new YamlMapping(1, Map.of());
        return new ConfigSection(entries, problems, directory);
    }

    /** Returns the fields of a value in this mapping; none if it is not a mapping. */
    ConfigSection child(@Nullable YamlNode value) {
        return of(value, problems, directory);
    }

    int line() {
        return entries.line();
    }

    /** Returns the line of a field; that of the mapping if the field is missing. */
    int line(String name) {
        YamlNode.YamlField entry = entries.entries().get(name);
        return entry == null ? entries.line() : entry.line();
    }

    /** Adds a problem of a field; the text continues its name. */
    void addProblem(String name, String text) {
        problems.add(line(name), "\"" + name + "\" " + text);
    }

    /**
     * Adds a problem for each of these fields that this section contains, because they are for something else.
     *
     * @param place the path of this section
     * @param allowedFor what the fields are for
     */
    void addMisplacedFields(String place, String allowedFor, List<String> names) {
        for (String name : names) {
            if (hasField(name)) {
                problems.add(line(name), "\"" + place + "." + name + "\" is for " + allowedFor);
            }
        }
    }

    boolean hasField(String name) {
        return entries.entries().containsKey(name);
    }

    private @Nullable YamlNode valueOf(String name) {
        YamlNode.YamlField entry = entries.entries().get(name);
        return entry == null ? null : entry.value();
    }

    private Optional<YamlScalar> scalar(String name) {
        return valueOf(name) instanceof YamlScalar scalar ? Optional.of(scalar) : Optional.empty();
    }

    Optional<String> text(String name) {
        return scalar(name).map(YamlScalar::text);
    }

    /** Returns a field that the schema requires. */
    String requiredText(String name) {
        return text(name).orElseThrow(() -> new IllegalStateException("No " + name + " on line " + line()));
    }

    boolean flag(String name, boolean defaultValue) {
        return scalar(name)
                .map(scalar -> Boolean.TRUE.equals(scalar.json().bool()))
                .orElse(defaultValue);
    }

    Optional<BigDecimal> number(String name) {
        return scalar(name).flatMap(scalar -> Optional.ofNullable(scalar.json().number()));
    }

    /** Returns a constant of an enumeration, which the file contains in lower case and with hyphens. */
    <E extends Enum<E>> E enumValue(String name, E defaultValue) {
        return text(name)
                .map(word -> word.toUpperCase(Locale.ROOT).replace('-', '_'))
                .map(word -> Enum.valueOf(defaultValue.getDeclaringClass(), word))
                .orElse(defaultValue);
    }

    int intValue(String name, int defaultValue) {
        return number(name).map(BigDecimal::intValueExact).orElse(defaultValue);
    }

    Duration duration(String name, Duration defaultValue) {
        return text(name).map(ConfigSection::parseDuration).orElse(defaultValue);
    }

    /** Parses a duration such as {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h} or {@code 1d}. */
    private static Duration parseDuration(String text) {
        if (text.endsWith("ms")) {
            return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
        }
        return Duration.parse((text.endsWith("d") ? "P" : "PT") + text);
    }

    /** Returns a size in bytes, at most {@link Integer#MAX_VALUE}. */
    int byteSize(String name, int defaultValue) {
        return (int) Math.min(Integer.MAX_VALUE, longByteSize(name, defaultValue));
    }

    /** Returns a size in bytes, such as {@code 64KB}. */
    long longByteSize(String name, long defaultValue) {
        return text(name).map(ConfigSection::parseByteSize).orElse(defaultValue);
    }

    private static long parseByteSize(String text) {
        String amount = text.replaceFirst("[A-Z]+$", "");
        int power = "BKMG".indexOf(text.charAt(amount.length()));
        return Long.parseLong(amount) << (10 * power);
    }

    /** Returns the path for a text, which may be relative to the directory of the file. */
    Path resolvePath(String text) {
        return directory.resolve(text).normalize();
    }

    /**
     * Returns the URL of a field. Adds a problem if it is invalid, or would send credentials unencrypted to another
     * machine; the field {@code url} is not checked for that, as not every server gets credentials. Returns {@code
     * https://invalid.invalid/} if the text cannot be parsed, else the URL, even if it has a problem.
     */
    URI readUrl(String name) {
        return readUrl(name, requiredText(name));
    }

    /** Like {@link #readUrl(String)}, with the text of the field. */
    URI readUrl(String name, String text) {
        try {
            URI url = new URI(text);
            if (url.getHost() == null || url.getRawUserInfo() != null || url.getRawFragment() != null) {
                String expected = "must be a URL with a host, without user name and fragment, but is ";
                addProblem(name, expected + Excerpts.quote(text));
            } else if (!name.equals("url") && !HttpUrls.isSecureOrLoopback(url)) {
                addProblem(name, "must be https: credentials are sent there");
            }
            return url;
        } catch (URISyntaxException e) {
            addProblem(name, "is not a valid URL: " + Excerpts.quote(text));
            return INVALID_URL;
        }
    }

    List<YamlNode> items(String name) {
        return valueOf(name) instanceof YamlNode.YamlSequence items ? items.items() : List.of();
    }

    List<String> texts(String name) {
        return items(name).stream()
                .map(item -> item instanceof YamlScalar scalar ? scalar.text() : "")
                .toList();
    }

    List<ConfigSection> sections(String name) {
        return items(name).stream().map(this::child).toList();
    }

    Optional<ConfigSection> section(String name) {
        return Optional.ofNullable(valueOf(name))
                .filter(YamlMapping.class::isInstance)
                .map(this::child);
    }

    ConfigSection sectionOrEmpty(String name) {
        return child(valueOf(name));
    }

    /** Returns the names of all fields in the order of the file, for mappings whose names the user chooses. */
    Set<String> fieldNames() {
        return entries.entries().keySet();
    }
}
