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

/**
 * Asks the user whether to open a page. Shows the full URL, and the host separately, because the user trusts the host.
 *
 * @param terminal the terminal at which the user is asked
 */
public record TerminalUrlHandler(TerminalInput terminal) implements UrlHandler {
    private static final List<String> CHOICES = List.of("no", "open", "myself", "cancel");

    @Override
    public ElicitResult open(ElicitUrl url, RequestingServer requester) {
        return terminal.runDialog(requester, " wants you to open a page:", url.message(), () -> {
            TerminalOutput screen = terminal.screen();
            screen.printNote("  " + TextEscaper.escapeLine(url.url()));
            screen.printNote("The page is at " + screen.boldForStderr(describeHost(url.url())) + ".");
            String choice = terminal.chooseWithFirstAsDefault(
                            "Open it in the browser, or have you opened it yourself?", CHOICES)
                    .orElse("cancel");
            return switch (choice) {
                case "open" -> openBrowserAndAccept(url.url());
                case "myself" -> ElicitResult.accept();
                case "no" -> ElicitResult.decline();
                default -> ElicitResult.cancel();
            };
        });
    }

    private static String describeHost(String url) {
        String host = String.valueOf(URI.create(url).getHost());
        return TextEscaper.escapeLine(host)
                + (host.contains("xn--") ? " (an internationalized name, which can look like a different one)" : "");
    }

    private ElicitResult openBrowserAndAccept(String url) {
        if (!Browser.system().open(URI.create(url))) {
            terminal.screen().printNote("No browser could be started. Open the page yourself.");
        }
        return ElicitResult.accept();
    }
}
