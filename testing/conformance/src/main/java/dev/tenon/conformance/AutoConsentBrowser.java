package dev.tenon.conformance;

import dev.tenon.oauth.client.Browser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** A browser whose user consents to everything: it opens the page and follows all redirects. */
final class AutoConsentBrowser implements Browser {
    @Override
    public boolean open(URI page) {
        Thread thread = new Thread(() -> followPage(page), "browser");
        thread.setDaemon(true);
        thread.start();
        return true;
    }

    private static void followPage(URI page) {
        HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.ALWAYS)
                .build();
        try {
            client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.discarding());
        } catch (IOException e) {
            System.err.println("Could not open the page of the authorization server: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
