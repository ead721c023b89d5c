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
 * Reads a file of cases. A case is a name at the beginning of a line, followed by indented lines: {@code >} the message
 * to send (see {@link MessageTemplate}), {@code <} the expected response (see {@link ExpectedResponseParser}), {@code
 * @} conditions (see {@link InputCaseBuilder}). Lines that begin with {@code #} are comments.
 */
final class InputCaseReader {
    private InputCaseReader() {}

    /** Returns the cases of a resource next to this class, by its name without {@code .cases}. */
    static List<InputCase> read(String file) {
        List<InputCaseBuilder> builders = new ArrayList<>();
        for (String line : readLines(file)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (!line.startsWith("  ")) {
                builders.add(new InputCaseBuilder(file, line.strip()));
            } else if (builders.isEmpty()) {
                throw new IllegalStateException(file + ".cases: expected the name of a case, got: " + line);
            } else {
                builders.get(builders.size() - 1).addLine(line.substring(2));
            }
        }
        List<InputCase> cases =
                builders.stream().flatMap(InputCaseBuilder::build).toList();
        Set<String> names = new HashSet<>();
        cases.stream().filter(inputCase -> !names.add(inputCase.name())).forEach(duplicate -> {
            throw new IllegalStateException(file + ".cases: two cases are named " + duplicate.name());
        });
        return cases;
    }

    /** Returns the case with a name in a file. */
    static InputCase readCase(String file, String name) {
        return read(file).stream()
                .filter(inputCase -> inputCase.name().equals(name))
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

    /** Returns the case once for each position at which its text can be truncated, except the empty text. */
    static Stream<InputCase> truncations(InputCase inputCase) {
        String text = inputCase.sentTemplate().text();
        return IntStream.range(1, text.length())
                .mapToObj(length -> inputCase.withSent(
                        inputCase.name() + " after " + length + " characters",
                        MessageTemplate.plain(text.substring(0, length))));
    }
}
