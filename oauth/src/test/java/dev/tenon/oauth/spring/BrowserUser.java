package dev.tenon.oauth.spring;

import dev.tenon.oauth.client.Browser;
import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A user with a browser, who logs in by the form, consents, and is redirected to the program. */
final class BrowserUser implements Browser {
    private static final Pattern FORM = Pattern.compile("(?s)<form[^>]*?action=\"([^\"]*)\"[^>]*>(.*?)</form>");
    private static final Pattern INPUT = Pattern.compile("<input[^>]*>");
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int MAX_PAGES = 10;

    private final String name;
    private final HttpClient browser;
    private final AtomicInteger openCount = new AtomicInteger();

    BrowserUser(String name, @Nullable SSLContext tls) {
        this.name = name;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .connectTimeout(TIMEOUT)
                .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL));
        if (tls != null) {
            builder.sslContext(tls);
        }
        browser = builder.build();
    }

    static String passwordOf(String name) {
        return "password-of-" + name;
    }

    /** Opens the page and follows it up to the redirect URI, which is not visited. */
    URI authorize(URI page) throws IOException, InterruptedException {
        URI currentUri = page;
        HttpResponse<String> response = get(currentUri);
        for (int pages = 0; pages < MAX_PAGES; pages++) {
            if (response.statusCode() / 100 == 3) {
                URI next = currentUri.resolve(
                        response.headers().firstValue("location").orElseThrow());
                if (!next.getAuthority().equals(page.getAuthority())) {
                    return next;
                }
                currentUri = next;
                response = get(currentUri);
            } else if (response.statusCode() == 200) {
                Matcher form = FORM.matcher(response.body());
                if (!form.find()) {
                    throw new IllegalStateException("No form at " + currentUri.getPath());
                }
                currentUri = currentUri.resolve(form.group(1));
                response = browser.send(
                        HttpRequest.newBuilder(currentUri)
                                .timeout(TIMEOUT)
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(BodyPublishers.ofString(encodeFields(form.group(2))))
                                .build(),
                        BodyHandlers.ofString());
            } else {
                throw new IllegalStateException(
                        "Status " + response.statusCode() + " at " + currentUri.getPath() + ": " + response.body());
            }
        }
        throw new IllegalStateException("Too many pages");
    }

    /** Like {@link #authorize}, and then visits the redirect URI. */
    @Override
    public boolean open(URI page) {
        openCount.incrementAndGet();
        Thread thread = new Thread(() -> visit(page), "browser-user");
        thread.setDaemon(true);
        thread.start();
        return true;
    }

    /** Returns how often a page was shown. */
    int openCount() {
        return openCount.get();
    }

    private void visit(URI page) {
        try {
            get(authorize(page));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return browser.send(
                HttpRequest.newBuilder(uri)
                        .timeout(TIMEOUT)
                        .header("Accept", "text/html")
                        .build(),
                BodyHandlers.ofString());
    }

    private String encodeFields(String form) {
        List<String> fields = new ArrayList<>();
        Matcher input = INPUT.matcher(form);
        while (input.find()) {
            String field = readAttribute(input.group(), "name");
            if (field.isEmpty() || field.equals("remember-me")) {
                continue;
            }
            String value =
                    switch (field) {
                        case "username" -> name;
                        case "password" -> passwordOf(name);
                        default -> readAttribute(input.group(), "value");
                    };
            fields.add(field + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
        }
        return String.join("&", fields);
    }

    private static String readAttribute(String tag, String attribute) {
        Matcher matcher = Pattern.compile("\\b" + attribute + "=\"([^\"]*)\"").matcher(tag);
        return matcher.find() ? matcher.group(1).replace("&amp;", "&") : "";
    }
}
