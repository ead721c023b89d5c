package dev.tenon.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages received for one sent message.
 *
 * @param status the HTTP status; 0 without HTTP
 * @param body the messages in the HTTP response
 * @param channel the messages on the connection or on the event stream of the session
 */
public record ReceivedMessages(int status, List<byte[]> body, List<byte[]> channel) {
    /** Returns messages of a connection without HTTP status. */
    static ReceivedMessages ofChannel(List<byte[]> channel) {
        return new ReceivedMessages(0, List.of(), List.copyOf(channel));
    }

    /** Returns all messages of the HTTP response and the connection. */
    public List<byte[]> messages() {
        List<byte[]> all = new ArrayList<>(body);
        all.addAll(channel);
        return all;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(status == 0 ? "" : "HTTP " + status);
        body.forEach(message -> text.append(" body ").append(abbreviate(message)));
        channel.forEach(message -> text.append(" message ").append(abbreviate(message)));
        return text.isEmpty() ? "nothing" : text.toString().strip();
    }

    private static String abbreviate(byte[] message) {
        String text = new String(message, StandardCharsets.UTF_8);
        return text.length() <= 500 ? text : text.substring(0, 500) + "...";
    }
}
