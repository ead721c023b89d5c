package dev.tenon.oauth.client;

import dev.tenon.oauth.client.internal.login.SystemBrowser;
import java.net.URI;
import java.util.function.Consumer;

/** Shows a login page to the user. */
@FunctionalInterface
public interface Browser {
    /**
     * Shows the page and returns immediately. The client receives the result of the login by the browser redirect.
     *
     * @param page an http or https URL; it contains no secret, but is only meant for this user
     * @return false if the page could not be shown
     */
    boolean open(URI page);

    /** Returns the default browser of the operating system, started without a shell. */
    static Browser system() {
        return SystemBrowser::open;
    }

    /**
     * Returns a browser that only reports the URL, for the user to open. {@code listener} receives a line of text with
     * the URL.
     */
    static Browser manual(Consumer<String> listener) {
        return page -> {
            listener.accept("To log in, open this page: " + page);
            return true;
        };
    }

    /** Returns a browser that uses {@code other} if this one cannot show a page. */
    default Browser withFallback(Browser other) {
        return page -> open(page) || other.open(page);
    }
}
