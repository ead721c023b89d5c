package dev.tenon.oauth.client;

import dev.tenon.oauth.client.internal.login.SystemBrowser;
import java.net.URI;
import java.util.function.Consumer;

/** Shows a page to a person. */
@FunctionalInterface
public interface Browser {
    /**
     * Shows it. Returns at once: the person's answer comes to the client by itself.
     *
     * @param page an http or https URL; it holds nothing secret, but is for this one person
     * @return false when it could not be shown
     */
    boolean open(URI page);

    /** The browser that the operating system opens pages with, started without a shell. */
    static Browser system() {
        return SystemBrowser::open;
    }

    /** No browser: the person is told the URL and opens it. */
    static Browser manual(Consumer<String> listener) {
        return page -> {
            listener.accept("To log in, open this page: " + page);
            return true;
        };
    }

    /** This one, or when it cannot show a page the other one. */
    default Browser withFallback(Browser other) {
        return page -> open(page) || other.open(page);
    }
}
