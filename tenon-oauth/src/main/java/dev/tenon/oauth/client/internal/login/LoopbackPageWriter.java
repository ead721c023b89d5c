package dev.tenon.oauth.client.internal.login;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * What the browser shows when it has come back: fixed words, nothing of what it brought. Whether the page arrives
 * changes nothing for the login.
 */
final class LoopbackPageWriter {
    /** How long the rest of a request is read, in milliseconds. */
    private static final long MAX_DRAIN_MILLIS = 200;

    private LoopbackPageWriter() {}

    static void sendResult(Socket visit, boolean isRight) {
        String words = isRight
                ? "You are back. You can close this page: the program that asked for the login goes on."
                : "This login did not succeed. The program that asked for it says more. You can close this page.";
        sendPage(visit, isRight ? "200 OK" : "400 Bad Request", words);
    }

    static void sendNotFound(Socket visit) {
        sendPage(visit, "404 Not Found", "There is nothing here.");
    }

    private static void sendPage(Socket visit, String status, String words) {
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
        try {
            OutputStream out = visit.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(page);
            out.flush();
            visit.shutdownOutput();
            drainRequest(visit);
        } catch (IOException e) {
            // A visitor that went away, or that keeps its connection open.
        }
    }

    /** What is not read when a socket is closed resets it, and the page with it. */
    private static void drainRequest(Socket visit) throws IOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_DRAIN_MILLIS);
        byte[] unused = new byte[8 << 10];
        for (long left = MAX_DRAIN_MILLIS; left > 0; left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            visit.setSoTimeout((int) left);
            if (visit.getInputStream().read(unused) < 0) {
                return;
            }
        }
    }
}
