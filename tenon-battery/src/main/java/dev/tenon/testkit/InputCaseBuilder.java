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
 * Gathers the lines of one case. Besides what is sent and expected there may be:
 *
 * <ul>
 *   <li>{@code @ revisions 2025-03-26 sessions}: where it holds, by name, or {@code sessions} for all that have them
 *   <li>{@code @ only stdio}, {@code @ not HTTP}: by the name of a transport or a carrier
 *   <li>{@code @ charset UTF-16LE}: how the text is sent
 *   <li>{@code @ cut everywhere}: the case is tried once for each place where its text can break off
 *   <li>{@code @ transport decides}: the answer need not be the same on every transport
 * </ul>
 */
final class InputCaseBuilder {
    private final String file;
    private final String name;
    private String text = "";
    private boolean hasText;
    private Charset charset = StandardCharsets.UTF_8;
    private final List<String> wanted = new ArrayList<>();
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
            wanted.add(line.substring(2));
        } else if (line.startsWith("@ ")) {
            List<String> words = List.of(line.substring(2).strip().split(" +"));
            applyDirective(words.get(0), words.subList(1, words.size()));
        } else {
            throw new IllegalStateException(name + ": not understood: " + line);
        }
    }

    private void applyDirective(String word, List<String> arguments) {
        switch (word) {
            case "revisions" -> arguments.forEach(this::addRevision);
            case "only" -> only.addAll(arguments);
            case "not" -> not.addAll(arguments);
            case "charset" -> charset = Charset.forName(arguments.get(0));
            case "cut" -> cutEverywhere = true;
            case "transport" -> transportDecides = true;
            default -> throw new IllegalStateException(name + ": not understood: @ " + word);
        }
    }

    private void addRevision(String named) {
        if (named.equals("sessions")) {
            Stream.of(Revision.values()).filter(r -> !r.isStateless()).forEach(revisions::add);
        } else {
            revisions.add(Revision.of(named).orElseThrow(() -> new IllegalStateException(name + ": no " + named)));
        }
    }

    Stream<InputCase> build() {
        if (!hasText) {
            throw new IllegalStateException(name + ": sends nothing");
        }
        InputCase whole = new InputCase(
                file,
                name,
                new MessageTemplate(text, charset),
                ExpectedResponseParser.parse(name, wanted),
                revisions.isEmpty() ? EnumSet.allOf(Revision.class) : revisions,
                only,
                not,
                transportDecides);
        return cutEverywhere ? InputCaseReader.truncations(whole) : Stream.of(whole);
    }
}
