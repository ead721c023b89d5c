package dev.tenon.cli.asking;

import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.Asker;
import dev.tenon.client.UrlHandler;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.ElicitUrl;
import dev.tenon.oauth.client.Browser;
import java.net.URI;
import java.util.List;

/** Asks the user whether to open a page: shows all of the URL, and its host once more, for that is whom one trusts. */
public final class TerminalPage implements UrlHandler {
    private static final List<String> WORDS = List.of("no", "open", "myself", "cancel");

    private final Keyboard keyboard;
    private final Screen screen;

    /** Asks there. */
    public TerminalPage(Keyboard keyboard) {
        this.keyboard = keyboard;
        this.screen = keyboard.screen();
    }

    @Override
    public ElicitResult open(ElicitUrl url, Asker asker) {
        keyboard.turn().lock();
        try {
            screen.note("");
            screen.note(Question.by(asker) + " wants you to open a page:");
            screen.note("  " + Visible.text(url.message()).replace("\n", "\n  "));
            screen.note("  " + Visible.line(url.url()));
            screen.note("The page is at " + screen.boldNote(host(url.url())) + ".");
            String said = keyboard.choose("Open it in the browser, or did you do so yourself?", WORDS)
                    .orElse("cancel");
            return switch (said) {
                case "open" -> opened(url.url());
                case "myself" -> ElicitResult.accept();
                case "no" -> ElicitResult.decline();
                default -> ElicitResult.cancel();
            };
        } finally {
            keyboard.turn().unlock();
        }
    }

    private static String host(String url) {
        String host = String.valueOf(URI.create(url).getHost());
        return Visible.line(host)
                + (host.contains("xn--") ? " (a name in other letters, which may look like another one)" : "");
    }

    private ElicitResult opened(String url) {
        if (!Browser.system().open(URI.create(url))) {
            screen.note("No browser could be started. Open the page yourself.");
        }
        return ElicitResult.accept();
    }
}
