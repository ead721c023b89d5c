package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads a file of cases. A case is a name at the beginning of a line and indented lines below it: {@code >} what is
 * sent (see {@link MessageTemplate}), {@code <} what comes back (see {@link ExpectedResponseParser}), {@code @} where
 * it holds (see {@link InputCaseBuilder}). Lines that begin with {@code #} are comments.
 */
final class InputCaseReader {
    private InputCaseReader() {}

    /** The cases of a file beside this class, by its name without {@code .cases}. */
    static List<InputCase> read(String file) {
        List<InputCaseBuilder> builders = new ArrayList<>();
        for (String line : readLines(file)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (!line.startsWith("  ")) {
                builders.add(new InputCaseBuilder(file, line.strip()));
            } else if (builders.isEmpty()) {
                throw new IllegalStateException(file + ".cases: a case begins with its name, not with: " + line);
            } else {
                builders.get(builders.size() - 1).addLine(line.substring(2));
            }
        }
        List<InputCase> cases =
                builders.stream().flatMap(InputCaseBuilder::build).toList();
        Set<String> names = new HashSet<>();
        cases.stream().filter(one -> !names.add(one.name())).forEach(twice -> {
            throw new IllegalStateException(file + ".cases: two cases are named " + twice.name());
        });
        return cases;
    }

    /** The case of that name in a file. */
    static InputCase readCase(String file, String name) {
        return read(file).stream()
                .filter(found -> found.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(file + ".cases: no case " + name));
    }

    private static List<String> readLines(String name) {
        try (InputStream in = InputCaseReader.class.getResourceAsStream(name + ".cases")) {
            if (in == null) {
                throw new IllegalStateException("No file " + name + ".cases");
            }
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The case once for each place where its text can break off, the empty text excepted. */
    static Stream<InputCase> truncations(InputCase whole) {
        String text = whole.sentTemplate().text();
        return IntStream.range(1, text.length())
                .mapToObj(length -> whole.withSent(
                        whole.name() + " after " + length + " characters",
                        MessageTemplate.plain(text.substring(0, length))));
    }
}
