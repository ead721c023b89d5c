package dev.tenon.cli.dialog;

import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.cli.terminal.TtyStatus;
import dev.tenon.client.handler.RequestingServer;
import dev.tenon.model.Implementation;
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
import java.util.function.Supplier;

/** Prompts the user: prompts go to standard error, input comes from the terminal. */
public final class TerminalInput {
    /** The controlling terminal of this process, also if its standard input is a file or a pipe. */
    private static final Path CONTROLLING_TERMINAL = Path.of("/dev/tty");

    private final TerminalOutput screen;
    private final BufferedReader typed;
    private final ReentrantLock promptLock = new ReentrantLock();

    TerminalInput(TerminalOutput screen, InputStream typed) {
        this.screen = screen;
        this.typed = new BufferedReader(new InputStreamReader(typed, StandardCharsets.UTF_8));
    }

    /** Opens the terminal of the user; empty without a terminal. */
    public static Optional<TerminalInput> open(TerminalOutput screen) {
        TtyStatus terminal = screen.ttyStatus();
        if (!terminal.err()) {
            return Optional.empty();
        }
        if (terminal.in()) {
            return Optional.of(new TerminalInput(screen, System.in));
        }
        try {
            return Optional.of(new TerminalInput(screen, Files.newInputStream(CONTROLLING_TERMINAL)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Shows the request of a server, then runs the dialog with the user. Dialogs of concurrent requests follow each
     * other.
     *
     * @param request the words that follow the name of the server: {@code " asks:"}
     */
    <T> T runDialog(RequestingServer requester, String request, String message, Supplier<T> dialog) {
        promptLock.lock();
        try {
            screen.printNote("");
            screen.printNote(describeServer(requester) + request);
            screen.printNote("  " + TextEscaper.escapeText(message).replace("\n", "\n  "));
            return dialog.get();
        } finally {
            promptLock.unlock();
        }
    }

    TerminalOutput screen() {
        return screen;
    }

    /** Returns the address of the server, and the name that it declares, which can be false. */
    private static String describeServer(RequestingServer requester) {
        Implementation server = requester.implementation();
        String address = TextEscaper.escapeLine(requester.target());
        if (server == null) {
            return "The server at " + address;
        }
        String name = server.title() == null ? server.name() : server.title();
        return "The server " + address + ", which calls itself '" + TextEscaper.escapeLine(name) + "',";
    }

    /** Prompts for a line and returns it without surrounding blanks; empty at the end of the input. */
    Optional<String> ask(String prompt) {
        screen.printPrompt(prompt);
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

    /** Prompts for yes or no; an empty line and the end of the input mean no. */
    public boolean confirm(String prompt) {
        return chooseWithFirstAsDefault(prompt, List.of("no", "yes"))
                .filter("yes"::equals)
                .isPresent();
    }

    /**
     * Prompts until the user enters one of the words, of which the first letter suffices. An empty line selects the
     * first word; the result is empty at the end of the input.
     */
    Optional<String> chooseWithFirstAsDefault(String prompt, List<String> words) {
        while (true) {
            Optional<String> line = ask(prompt + " [" + String.join("/", words) + "] ");
            Optional<String> word = line.flatMap(entered -> words.stream()
                    .filter(each -> each.startsWith(entered.toLowerCase(Locale.ROOT)))
                    .findFirst());
            if (line.isEmpty() || word.isPresent()) {
                return word;
            }
            screen.printNote("Enter one of: " + String.join(", ", words));
        }
    }
}
