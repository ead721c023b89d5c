package dev.tenon.testkit;

import dev.tenon.model.Revision;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Collects the lines of one case. Besides the message and the expected response there may be:
 *
 * <ul>
 *   <li>{@code @ revisions 2025-03-26 sessions}: the revisions, by name, or {@code sessions} for all with sessions
 *   <li>{@code @ only stdio}, {@code @ not HTTP}: the name of a transport or a {@link TransportKind}
 *   <li>{@code @ charset UTF-16LE}: the encoding of the text
 *   <li>{@code @ cut everywhere}: the case is run once for each position at which its text can be truncated
 *   <li>{@code @ transport decides}: the responses may differ between transports
 * </ul>
 */
final class InputCaseBuilder {
    private final String file;
    private final String name;
    private String text = "";
    private boolean hasText;
    private Charset charset = StandardCharsets.UTF_8;
    private final List<String> expectedLines = new ArrayList<>();
    private final Set<Revision> revisions = EnumSet.noneOf(Revision.class);
    private final Set<String> only = new TreeSet<>();
    private final Set<String> not = new TreeSet<>();
    private boolean transportDecides;
    private boolean cutEverywhere;

    InputCaseBuilder(String file, String name) {
        this.file = file;
        this.name = name;
    }

    void addLine(String line) {
        if (line.equals(">") || line.startsWith("> ")) {
            text = line.length() > 2 ? line.substring(2) : "";
            hasText = true;
        } else if (line.startsWith("< ")) {
            expectedLines.add(line.substring(2));
        } else if (line.startsWith("@ ")) {
            List<String> words = List.of(line.substring(2).strip().split(" +"));
            applyDirective(words.get(0), words.subList(1, words.size()));
        } else {
            throw new IllegalStateException(name + ": invalid line: " + line);
        }
    }

    private void applyDirective(String directive, List<String> arguments) {
        switch (directive) {
            case "revisions" -> arguments.forEach(this::addRevision);
            case "only" -> only.addAll(arguments);
            case "not" -> not.addAll(arguments);
            case "charset" -> charset = Charset.forName(arguments.get(0));
            case "cut" -> cutEverywhere = true;
            case "transport" -> transportDecides = true;
            default -> throw new IllegalStateException(name + ": unknown directive: @ " + directive);
        }
    }

    private void addRevision(String revisionName) {
        if (revisionName.equals("sessions")) {
            Stream.of(Revision.values()).filter(r -> !r.isStateless()).forEach(revisions::add);
        } else {
            revisions.add(Revision.of(revisionName)
                    .orElseThrow(() -> new IllegalStateException(name + ": unknown revision " + revisionName)));
        }
    }

    Stream<InputCase> build() {
        if (!hasText) {
            throw new IllegalStateException(name + ": no message to send");
        }
        InputCase inputCase = new InputCase(
                file,
                name,
                new MessageTemplate(text, charset),
                ExpectedResponseParser.parse(name, expectedLines),
                revisions.isEmpty() ? EnumSet.allOf(Revision.class) : revisions,
                only,
                not,
                transportDecides);
        return cutEverywhere ? InputCaseReader.truncations(inputCase) : Stream.of(inputCase);
    }
}
