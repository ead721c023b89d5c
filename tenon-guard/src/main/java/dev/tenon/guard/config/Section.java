package dev.tenon.guard.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A mapping of a file that has the shape it must have: what is asked for is there in the right form, or not at all. */
record Section(Yaml.Entries entries) {
    /** A mapping without anything in it. */
    static final Section EMPTY = new Section(new Yaml.Entries(1, Map.of()));

    int line() {
        return entries.line();
    }

    /** The line of a field; that of the mapping when there is no such field. */
    int line(String name) {
        Yaml.Entry entry = entries.entries().get(name);
        return entry == null ? entries.line() : entry.line();
    }

    boolean has(String name) {
        return entries.entries().containsKey(name);
    }

    private @Nullable Yaml value(String name) {
        Yaml.Entry entry = entries.entries().get(name);
        return entry == null ? null : entry.value();
    }

    Optional<String> text(String name) {
        return value(name) instanceof Yaml.Scalar scalar ? Optional.of(scalar.text()) : Optional.empty();
    }

    /** A field that the shape demands. */
    String must(String name) {
        return text(name).orElseThrow(() -> new IllegalStateException("No " + name + " on line " + line()));
    }

    boolean flag(String name, boolean otherwise) {
        return value(name) instanceof Yaml.Scalar scalar
                ? Boolean.TRUE.equals(scalar.json().bool())
                : otherwise;
    }

    Optional<BigDecimal> number(String name) {
        return value(name) instanceof Yaml.Scalar scalar
                ? Optional.ofNullable(scalar.json().number())
                : Optional.empty();
    }

    /** One of the words of an enumeration, in small letters and with hyphens. */
    <E extends Enum<E>> E choice(String name, E otherwise) {
        return text(name)
                .map(word -> word.toUpperCase(Locale.ROOT).replace('-', '_'))
                .map(word -> Enum.valueOf(otherwise.getDeclaringClass(), word))
                .orElse(otherwise);
    }

    int whole(String name, int otherwise) {
        return number(name).map(BigDecimal::intValueExact).orElse(otherwise);
    }

    Duration duration(String name, Duration otherwise) {
        return text(name).map(Texts::duration).orElse(otherwise);
    }

    /** A size in bytes, at most the largest that an {@code int} holds. */
    int bytes(String name, int otherwise) {
        return (int) Math.min(Integer.MAX_VALUE, text(name).map(Texts::bytes).orElse((long) otherwise));
    }

    List<Yaml> items(String name) {
        return value(name) instanceof Yaml.Items items ? items.items() : List.of();
    }

    List<String> texts(String name) {
        return items(name).stream()
                .map(item -> item instanceof Yaml.Scalar scalar ? scalar.text() : "")
                .toList();
    }

    List<Section> sections(String name) {
        return items(name).stream()
                .map(item -> item instanceof Yaml.Entries each ? new Section(each) : EMPTY)
                .toList();
    }

    Optional<Section> section(String name) {
        return value(name) instanceof Yaml.Entries section ? Optional.of(new Section(section)) : Optional.empty();
    }

    Section sectionOrEmpty(String name) {
        return section(name).orElse(EMPTY);
    }

    /** The names of all fields, in the order of the file: where the user chose them. */
    Set<String> names() {
        return entries.entries().keySet();
    }
}
