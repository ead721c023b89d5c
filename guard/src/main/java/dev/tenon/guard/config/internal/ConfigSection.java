package dev.tenon.guard.config.internal;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A mapping of a validated file: a field either has the right type or is missing. */
public record ConfigSection(YamlNode.YamlMapping entries) {
    /** A mapping without fields. */
    public static final ConfigSection EMPTY = new ConfigSection(new YamlNode.YamlMapping(1, Map.of()));

    /** Returns the fields of a value; none if it is not a mapping. */
    static ConfigSection of(@Nullable YamlNode value) {
        return value instanceof YamlNode.YamlMapping mapping ? new ConfigSection(mapping) : EMPTY;
    }

    int line() {
        return entries.line();
    }

    /** Returns the line of a field; that of the mapping if the field is missing. */
    int line(String name) {
        YamlNode.YamlField entry = entries.entries().get(name);
        return entry == null ? entries.line() : entry.line();
    }

    boolean hasField(String name) {
        return entries.entries().containsKey(name);
    }

    private @Nullable YamlNode valueOf(String name) {
        YamlNode.YamlField entry = entries.entries().get(name);
        return entry == null ? null : entry.value();
    }

    private Optional<YamlNode.YamlScalar> scalar(String name) {
        return valueOf(name) instanceof YamlNode.YamlScalar scalar ? Optional.of(scalar) : Optional.empty();
    }

    Optional<String> text(String name) {
        return scalar(name).map(YamlNode.YamlScalar::text);
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
        return text(name).map(ConfigValueParser::parseDuration).orElse(defaultValue);
    }

    /** Returns a size in bytes, at most {@link Integer#MAX_VALUE}. */
    int byteSize(String name, int defaultValue) {
        return (int) Math.min(
                Integer.MAX_VALUE,
                text(name).map(ConfigValueParser::parseByteSize).orElse((long) defaultValue));
    }

    List<YamlNode> items(String name) {
        return valueOf(name) instanceof YamlNode.YamlSequence items ? items.items() : List.of();
    }

    List<String> texts(String name) {
        return items(name).stream()
                .map(item -> item instanceof YamlNode.YamlScalar scalar ? scalar.text() : "")
                .toList();
    }

    List<ConfigSection> sections(String name) {
        return items(name).stream().map(ConfigSection::of).toList();
    }

    Optional<ConfigSection> section(String name) {
        return valueOf(name) instanceof YamlNode.YamlMapping section
                ? Optional.of(new ConfigSection(section))
                : Optional.empty();
    }

    ConfigSection sectionOrEmpty(String name) {
        return of(valueOf(name));
    }

    /** Returns the names of all fields in the order of the file, for mappings whose names the user chooses. */
    Set<String> fieldNames() {
        return entries.entries().keySet();
    }
}
