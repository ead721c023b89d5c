package dev.tenon.conformance;

import dev.tenon.oauth.client.Browser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** A browser whose person agrees to everything at once: it goes to the page, and where that sends it. */
final class AutoConsentBrowser implements Browser {
    @Override
    public boolean open(URI page) {
        Thread person = new Thread(() -> followPage(page), "person");
        person.setDaemon(true);
        person.start();
        return true;
    }

    private static void followPage(URI page) {
        HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.ALWAYS)
                .build();
        try {
            client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.discarding());
        } catch (IOException e) {
            System.err.println("The page of the authorization server does not open: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
