package dev.tenon.cli.dialog;

import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TerminalStreams;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Somebody who can be asked: questions go to standard error, answers come from the terminal. */
public final class TerminalInput {
    /** The terminal of this process, wherever its input comes from. */
    private static final Path CONTROLLING = Path.of("/dev/tty");

    private final TerminalOutput screen;
    private final BufferedReader typed;
    private final ReentrantLock turn = new ReentrantLock();

    TerminalInput(TerminalOutput screen, InputStream typed) {
        this.screen = screen;
        this.typed = new BufferedReader(new InputStreamReader(typed, StandardCharsets.UTF_8));
    }

    /** Whoever sits at the terminal; nobody where there is none. */
    public static Optional<TerminalInput> open(TerminalOutput screen) {
        TerminalStreams terminal = screen.streams();
        if (!terminal.err()) {
            return Optional.empty();
        }
        if (terminal.in()) {
            return Optional.of(new TerminalInput(screen, System.in));
        }
        try {
            return Optional.of(new TerminalInput(screen, Files.newInputStream(CONTROLLING)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** One question after the other, whoever asks. */
    ReentrantLock promptLock() {
        return turn;
    }

    TerminalOutput screen() {
        return screen;
    }

    /** What was typed in a line, without blanks around it; empty for the end of all input. */
    Optional<String> ask(String question) {
        screen.printPrompt(question);
        try {
            String line = typed.readLine();
            if (line == null) {
                screen.printNote("");
            }
            return Optional.ofNullable(line).map(String::strip);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the answer is yes; nothing typed and the end of all input are a no. */
    public boolean confirm(String question) {
        return choose(question, List.of("no", "yes")).filter("yes"::equals).isPresent();
    }

    /**
     * One of several words, of which the first letter is enough; asked again until it is one of them. Nothing typed is
     * the first of them; empty for the end of all input.
     */
    Optional<String> choose(String question, List<String> words) {
        while (true) {
            Optional<String> line = ask(question + " [" + String.join("/", words) + "] ");
            Optional<String> word = line.flatMap(said -> words.stream()
                    .filter(each -> each.startsWith(said.toLowerCase(Locale.ROOT)))
                    .findFirst());
            if (line.isEmpty() || word.isPresent()) {
                return word;
            }
            screen.printNote("Please answer with one of: " + String.join(", ", words));
        }
    }
}
