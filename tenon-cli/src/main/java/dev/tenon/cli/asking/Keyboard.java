package dev.tenon.cli.asking;

import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Terminal;
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
public final class Keyboard {
    /** The terminal of this process, wherever its input comes from. */
    private static final Path CONTROLLING = Path.of("/dev/tty");

    private final Screen screen;
    private final BufferedReader typed;
    private final ReentrantLock turn = new ReentrantLock();

    Keyboard(Screen screen, InputStream typed) {
        this.screen = screen;
        this.typed = new BufferedReader(new InputStreamReader(typed, StandardCharsets.UTF_8));
    }

    /** Whoever sits at the terminal; nobody where there is none. */
    public static Optional<Keyboard> at(Screen screen) {
        Terminal terminal = screen.terminal();
        if (!terminal.err()) {
            return Optional.empty();
        }
        if (terminal.in()) {
            return Optional.of(new Keyboard(screen, System.in));
        }
        try {
            return Optional.of(new Keyboard(screen, Files.newInputStream(CONTROLLING)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** One question after the other, whoever asks. */
    ReentrantLock turn() {
        return turn;
    }

    Screen screen() {
        return screen;
    }

    /** What was typed in a line, without blanks around it; empty for the end of all input. */
    Optional<String> ask(String question) {
        screen.prompt(question);
        try {
            String line = typed.readLine();
            if (line == null) {
                screen.note("");
            }
            return Optional.ofNullable(line).map(String::strip);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the answer is yes; nothing typed and the end of all input are a no. */
    public boolean agrees(String question) {
        return choose(question, List.of("no", "yes")).filter("yes"::equals).isPresent();
    }

    /**
     * One of several words, of which the first letter is enough; asked again until it is one of them. Nothing typed is the
     * first of them; empty for the end of all input.
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
            screen.note("Please answer with one of: " + String.join(", ", words));
        }
    }
}
