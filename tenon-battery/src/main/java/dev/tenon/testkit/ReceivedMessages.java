package dev.tenon.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What came back for one message.
 *
 * @param status the HTTP status; 0 where there is none
 * @param body the messages in the HTTP answer itself
 * @param channel the messages on the connection or the stream of the session
 */
public record ReceivedMessages(int status, List<byte[]> body, List<byte[]> channel) {
    /** What came on a connection without statuses. */
    static ReceivedMessages ofChannel(List<byte[]> channel) {
        return new ReceivedMessages(0, List.of(), List.copyOf(channel));
    }

    /** All messages, wherever they came. */
    List<byte[]> messages() {
        List<byte[]> all = new ArrayList<>(body);
        all.addAll(channel);
        return all;
    }

    @Override
    public String toString() {
        StringBuilder words = new StringBuilder(status == 0 ? "" : "HTTP " + status);
        body.forEach(message -> words.append(" body ").append(abbreviate(message)));
        channel.forEach(message -> words.append(" message ").append(abbreviate(message)));
        return words.isEmpty() ? "nothing" : words.toString().strip();
    }

    private static String abbreviate(byte[] message) {
        String text = new String(message, StandardCharsets.UTF_8);
        return text.length() <= 500 ? text : text.substring(0, 500) + "...";
    }
}
