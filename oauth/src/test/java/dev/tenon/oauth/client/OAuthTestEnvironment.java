package dev.tenon.oauth.client;

import dev.tenon.client.McpClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server, its authorization server, and a user with a browser who agrees to everything. */
final class OAuthTestEnvironment implements AutoCloseable {
    final TestIssuer issuer = new TestIssuer();
    final TestServer server = new TestServer(issuer);
    /** The pages that the user was shown. */
    final List<URI> openedPages = new CopyOnWriteArrayList<>();

    OAuthTestEnvironment() throws IOException {}

    /** Returns a builder of credentials for the server, which a test can change. */
    OAuthClientBuilder newClientBuilder() {
        return OAuthClient.builder(server.url())
                .browser(this::openPage)
                .limits(OAuthLimits.DEFAULT
                        .withLoginTimeout(Duration.ofSeconds(30))
                        .withRequestTimeout(Duration.ofSeconds(30)));
    }

    /** Connects a client that only supports the newest revision. */
    static McpClient connect(OAuthClient oauth) {
        return McpClient.builder("test", "1")
                .revisions(dev.tenon.model.Revision.newest())
                .connect(oauth.target());
    }

    /** Connects, calls a tool and closes the client. */
    static void callToolOnce(OAuthClient oauth) {
        try (McpClient client = connect(oauth)) {
            client.callTool("look", Map.of());
        }
    }

    private boolean openPage(URI page) {
        openedPages.add(page);
        openInBrowser(page);
        return true;
    }

    /** Opens pages like a browser, one after the other. */
    static void openInBrowser(URI... pages) {
        Thread browser = new Thread(
                () -> {
                    try {
                        HttpClient client = HttpClient.newBuilder()
                                .followRedirects(HttpClient.Redirect.ALWAYS)
                                .build();
                        for (URI page : pages) {
                            client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString());
                        }
                    } catch (IOException | InterruptedException e) {
                        // The waiting client notices that there is no redirect.
                    }
                },
                "browser-user");
        browser.setDaemon(true);
        browser.start();
    }

    @Override
    public void close() {
        server.close();
        issuer.close();
    }
}
