package dev.tenon.http.embedded.internal.request;

import static dev.tenon.http.embedded.HttpListener.MAX_FIRST_LINE_BYTES;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBoundaryParserTest {
    private static final int MAX_HEADER_BYTES = 200;
    private static final String PLAIN = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String LENGTH = "POST /b HTTP/1.1\r\nContent-Length: 4\r\n\r\nabcd";
    private static final String CHUNKED = "POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3;name=value\r\nabc\r\nA\r\n0123456789\r\n0\r\nX-Trailer: t\r\n\r\n";

    private final RequestBoundaryParser parser = new RequestBoundaryParser(MAX_HEADER_BYTES);

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, ISO_8859_1);
    }

    private int parse(String text) throws MalformedRequestException {
        return parser.parseUpToRequestEnd(bytes(text), 0);
    }

    /** Receives the text in two parts, and returns the parts of it that were passed on. */
    private static List<String> passedParts(String text, int split) throws MalformedRequestException {
        RequestBoundaryParser parser = new RequestBoundaryParser(MAX_HEADER_BYTES);
        List<String> requests = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        int at = 0;
        for (int received : new int[] {split, text.length()}) {
            int before;
            do {
                before = at;
                at = parser.parseUpToRequestEnd(bytes(text.substring(0, received)), at);
                current.append(text, before, at);
                if (parser.isBetweenRequests() && !current.isEmpty()) {
                    requests.add(current.toString());
                    current.setLength(0);
                }
            } while (at > before);
        }
        return requests;
    }

    private void assertRejected(String text, int status, String problem) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOfSatisfying(MalformedRequestException.class, e -> assertThat(e.status())
                        .isEqualTo(status))
                .hasMessageContaining(problem);
    }

    private static String chunk(String line) {
        return "POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + line;
    }

    @Test
    void the_boundaries_are_the_same_wherever_the_data_are_split() throws Exception {
        String all = PLAIN + LENGTH + CHUNKED + PLAIN;
        for (int split = 0; split <= all.length(); split++) {
            assertThat(passedParts(all, split)).as("split at " + split).containsExactly(PLAIN, LENGTH, CHUNKED, PLAIN);
        }
    }

    @Test
    void data_after_the_end_of_a_request_are_not_parsed() throws Exception {
        assertThat(parse(LENGTH + "not a request")).isEqualTo(LENGTH.length());
        assertThat(parser.isBetweenRequests()).isTrue();
    }

    @Test
    void nothing_of_an_incomplete_head_is_passed_on() throws Exception {
        assertThat(parse(PLAIN.substring(0, PLAIN.length() - 1))).isZero();
        assertThat(parser.isBetweenRequests()).isTrue();
    }

    @Test
    void a_body_is_passed_on_while_it_arrives() throws Exception {
        int head = LENGTH.indexOf("abcd");

        assertThat(parse(LENGTH.substring(0, head + 1))).isEqualTo(head + 1);
        assertThat(parser.isBetweenRequests()).isFalse();
        assertThat(parse("bcdGET")).isEqualTo(3);
        assertThat(parser.isBetweenRequests()).isTrue();
    }

    @Test
    void headers_of_the_limit_are_accepted_and_one_byte_more_is_rejected() throws Exception {
        String start = "GET / HTTP/1.1\r\n";
        String fields = "A: " + "x".repeat(MAX_HEADER_BYTES - 7);

        assertThat(parse(start + fields + "\r\n\r\n")).isPositive();
        assertRejected(start + fields + "x\r\n\r\n", 431, "maxHeaderBytes");
    }

    @Test
    void an_incomplete_head_is_rejected_as_soon_as_it_must_exceed_the_limit() throws Exception {
        String incomplete = "x".repeat(MAX_HEADER_BYTES + MAX_FIRST_LINE_BYTES);

        assertThat(parse(incomplete)).isZero();
        assertRejected(incomplete + "x", 431, "maxHeaderBytes");
    }

    @Test
    void the_largest_limit_does_not_overflow() throws Exception {
        RequestBoundaryParser unlimited = new RequestBoundaryParser(Integer.MAX_VALUE);

        assertThat(unlimited.parseUpToRequestEnd(bytes("GET / HT"), 0)).isZero();
    }

    @Test
    void trailers_have_the_same_limit_as_headers() throws Exception {
        String trailer = "0\r\n" + "x".repeat(MAX_HEADER_BYTES + MAX_FIRST_LINE_BYTES);

        assertThat(parse(chunk(trailer))).isEqualTo(chunk("0\r\n").length());
        assertRejected(trailer.substring(3) + "x", 431, "maxHeaderBytes");
    }

    @Test
    void the_largest_chunk_size_does_not_overflow() throws Exception {
        String chunk = chunk("fffffffffffffff\r\nabc");

        assertThat(parse(chunk)).isEqualTo(chunk.length());
        assertThat(parser.isBetweenRequests()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000000000000000\r\n", "-1\r\n", "0x3\r\n", " 3\r\n", "3 \r\n", "\r\n", "3 abc\r\n"})
    void other_chunk_sizes_are_rejected(String line) {
        assertRejected(chunk(line), 400, "a chunk size");
    }

    @Test
    void a_chunk_line_is_limited_to_1_kib_even_without_its_end() throws Exception {
        String line = "3;" + "x".repeat(1022);

        assertThat(parse(chunk(line))).isEqualTo(chunk("").length());
        assertRejected(line + "x", 400, "too long");
    }

    @Test
    void a_chunk_must_end_with_a_line_end() {
        assertRejected(chunk("3\r\nabcd\r\n"), 400, "must be followed by CRLF");
    }

    @Test
    void the_longest_content_length_does_not_overflow() throws Exception {
        assertThat(parse("POST / HTTP/1.1\r\nContent-Length: 999999999999999999\r\n\r\n"))
                .isPositive();
        assertThat(parser.isBetweenRequests()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000000000000000000", "-0", "+1", "", "1 1", "0x1", "1,1"})
    void other_content_lengths_are_rejected(String length) {
        assertRejected("POST / HTTP/1.1\r\nContent-Length: " + length + "\r\n\r\n", 400, "Content-Length");
    }

    @Test
    void empty_lines_before_a_request_belong_to_it() throws Exception {
        assertThat(passedParts("\r\n\r\n" + PLAIN, 3)).containsExactly("\r\n\r\n" + PLAIN);
    }
}
