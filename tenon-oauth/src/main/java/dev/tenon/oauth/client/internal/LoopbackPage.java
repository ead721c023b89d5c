package dev.tenon.oauth.client.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** What the browser shows when it has come back: fixed words, nothing of what it brought. */
final class LoopbackPage {
    private static final int MOST_UNREAD = 64 << 10;

    private LoopbackPage() {}

    static void answer(Socket visit, boolean isRight) throws IOException {
        String words = isRight
                ? "You are back. You can close this page: the program that asked for the login goes on."
                : "This login did not succeed. The program that asked for it says more. You can close this page.";
        send(visit, isRight ? "200 OK" : "400 Bad Request", words);
    }

    static void notFound(Socket visit) throws IOException {
        send(visit, "404 Not Found", "There is nothing here.");
    }

    private static void send(Socket visit, String status, String words) throws IOException {
        byte[] page = ("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Login</title><p>" + words
                        + "</p></html>")
                .getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + "\r\n"
                + "Content-Type: text/html; charset=utf-8\r\n"
                + "Content-Length: " + page.length + "\r\n"
                + "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"
                + "Referrer-Policy: no-referrer\r\n"
                + "Cache-Control: no-store\r\n"
                + "X-Content-Type-Options: nosniff\r\n"
                + "Connection: close\r\n\r\n";
        OutputStream out = visit.getOutputStream();
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(page);
        out.flush();
        visit.shutdownOutput();
        // What is not read when a socket is closed resets it, and the page with it.
        visit.setSoTimeout(200);
        byte[] unused = visit.getInputStream().readNBytes(MOST_UNREAD);
    }
}
