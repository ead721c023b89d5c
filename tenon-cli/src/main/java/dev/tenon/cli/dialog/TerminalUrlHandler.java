package dev.tenon.cli.dialog;

import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.handler.RequestingServer;
import dev.tenon.client.handler.UrlHandler;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.ElicitUrl;
import dev.tenon.oauth.client.Browser;
import java.net.URI;
import java.util.List;

/** Asks the user whether to open a page: shows all of the URL, and its host once more, for that is whom one trusts. */
public final class TerminalUrlHandler implements UrlHandler {
    private static final List<String> WORDS = List.of("no", "open", "myself", "cancel");

    private final TerminalInput keyboard;
    private final TerminalOutput screen;

    /** Asks there. */
    public TerminalUrlHandler(TerminalInput keyboard) {
        this.keyboard = keyboard;
        this.screen = keyboard.screen();
    }

    @Override
    public ElicitResult open(ElicitUrl url, RequestingServer asker) {
        keyboard.promptLock().lock();
        try {
            screen.printNote("");
            screen.printNote(RequesterFormatter.describe(asker) + " wants you to open a page:");
            screen.printNote("  " + TextEscaper.escapeText(url.message()).replace("\n", "\n  "));
            screen.printNote("  " + TextEscaper.escapeLine(url.url()));
            screen.printNote("The page is at " + screen.boldForStderr(displayHost(url.url())) + ".");
            String said = keyboard.choose("Open it in the browser, or did you do so yourself?", WORDS)
                    .orElse("cancel");
            return switch (said) {
                case "open" -> openBrowser(url.url());
                case "myself" -> ElicitResult.accept();
                case "no" -> ElicitResult.decline();
                default -> ElicitResult.cancel();
            };
        } finally {
            keyboard.promptLock().unlock();
        }
    }

    private static String displayHost(String url) {
        String host = String.valueOf(URI.create(url).getHost());
        return TextEscaper.escapeLine(host)
                + (host.contains("xn--") ? " (a name in other letters, which may look like another one)" : "");
    }

    private ElicitResult openBrowser(String url) {
        if (!Browser.system().open(URI.create(url))) {
            screen.printNote("No browser could be started. Open the page yourself.");
        }
        return ElicitResult.accept();
    }
}
