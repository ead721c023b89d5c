package dev.tenon.guard.config.internal;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A mapping of a file that has the shape it must have: what is asked for is there in the right form, or not at all. */
public record ConfigSection(YamlNode.YamlMapping entries) {
    /** A mapping without anything in it. */
    public static final ConfigSection EMPTY = new ConfigSection(new YamlNode.YamlMapping(1, Map.of()));

    int line() {
        return entries.line();
    }

    /** The line of a field; that of the mapping when there is no such field. */
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

    Optional<String> text(String name) {
        return valueOf(name) instanceof YamlNode.YamlScalar scalar ? Optional.of(scalar.text()) : Optional.empty();
    }

    /** A field that the shape demands. */
    String requiredText(String name) {
        return text(name).orElseThrow(() -> new IllegalStateException("No " + name + " on line " + line()));
    }

    boolean flag(String name, boolean otherwise) {
        return valueOf(name) instanceof YamlNode.YamlScalar scalar
                ? Boolean.TRUE.equals(scalar.json().bool())
                : otherwise;
    }

    Optional<BigDecimal> number(String name) {
        return valueOf(name) instanceof YamlNode.YamlScalar scalar
                ? Optional.ofNullable(scalar.json().number())
                : Optional.empty();
    }

    /** One of the words of an enumeration, in small letters and with hyphens. */
    <E extends Enum<E>> E enumValue(String name, E otherwise) {
        return text(name)
                .map(word -> word.toUpperCase(Locale.ROOT).replace('-', '_'))
                .map(word -> Enum.valueOf(otherwise.getDeclaringClass(), word))
                .orElse(otherwise);
    }

    int intValue(String name, int otherwise) {
        return number(name).map(BigDecimal::intValueExact).orElse(otherwise);
    }

    Duration duration(String name, Duration otherwise) {
        return text(name).map(ConfigValueParser::parseDuration).orElse(otherwise);
    }

    /** A size in bytes, at most the largest that an {@code int} holds. */
    int byteSize(String name, int otherwise) {
        return (int) Math.min(
                Integer.MAX_VALUE,
                text(name).map(ConfigValueParser::parseByteSize).orElse((long) otherwise));
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
        return items(name).stream()
                .map(item -> item instanceof YamlNode.YamlMapping each ? new ConfigSection(each) : EMPTY)
                .toList();
    }

    Optional<ConfigSection> section(String name) {
        return valueOf(name) instanceof YamlNode.YamlMapping section
                ? Optional.of(new ConfigSection(section))
                : Optional.empty();
    }

    ConfigSection sectionOrEmpty(String name) {
        return section(name).orElse(EMPTY);
    }

    /** The names of all fields, in the order of the file: where the user chose them. */
    Set<String> fieldNames() {
        return entries.entries().keySet();
    }
}
