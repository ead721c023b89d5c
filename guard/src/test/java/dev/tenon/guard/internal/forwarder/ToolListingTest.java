package dev.tenon.guard.internal.forwarder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.client.RawCall;
import dev.tenon.client.RawResponse;
import dev.tenon.client.error.CallTimeoutException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.codec.HandshakeCodec;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ToolListingTest {
    private static final HandshakeCodec CODEC = HandshakeCodec.of(Revision.V2025_11_25);

    /** The params of the requests for pages. */
    private final List<Json> requests = new ArrayList<>();

    /** Returns the page for the number of its request, from 1 on. */
    private Function<Integer, Json> pages = number -> page("tool" + number, null);

    private final ToolDefinitionCache definitions =
            new ToolDefinitionCache(this::respond, Implementation.of("guard", "1"));

    private RawResponse respond(RawCall call) {
        requests.add(call.params().apply(CODEC));
        return new RawResponse(CODEC, pages.apply(requests.size()));
    }

    private static Json page(String tool, String nextCursor) {
        Json page = Json.parse("{\"tools\":[{\"name\":\"" + tool + "\"}]}");
        return nextCursor == null ? page : page.withMember("nextCursor", Json.of(nextCursor));
    }

    private boolean isListed(String tool) {
        return definitions.find(tool, true).definition() != null;
    }

    @Test
    void an_unknown_tool_is_looked_up_once_until_the_list_changes() {
        assertThat(isListed("other")).isFalse();
        assertThat(isListed("other")).isFalse();
        assertThat(requests).hasSize(1);

        definitions.discardDefinitions();
        assertThat(definitions.find("other", false)).as("must be listed again").isNull();
        assertThat(isListed("tool2")).isTrue();
        assertThat(requests).hasSize(2);
    }

    @Test
    void tools_that_change_while_they_are_listed_are_listed_again() {
        pages = number -> {
            if (number == 1) {
                definitions.discardDefinitions();
            }
            return page("tool" + number, null);
        };

        assertThat(isListed("tool2")).isTrue();
        assertThat(requests).hasSize(2);
    }

    @Test
    void tools_that_always_change_are_listed_three_times_and_their_list_is_not_trusted() {
        pages = number -> {
            definitions.discardDefinitions();
            return page("tool", null);
        };
        assertThat(isListed("other")).isFalse();
        assertThat(requests).hasSize(3);

        assertThat(definitions.find("other", false)).isNull();
    }

    @Test
    void the_cursor_of_each_page_is_sent_for_the_next_one() {
        pages = number -> page("tool" + number, number == 3 ? null : "page" + number);
        assertThat(definitions.fetchAndCacheAll().keySet()).containsExactly("tool1", "tool2", "tool3");

        assertThat(requests).extracting(params -> params.string("cursor")).containsExactly(null, "page1", "page2");
    }

    @Test
    void a_list_without_end_is_cut_after_1000_pages() {
        pages = number -> page("tool" + number, "more");

        assertThat(definitions.fetchAndCacheAll()).hasSize(1000);
        assertThat(requests).hasSize(1000);
    }

    @Test
    void a_page_beyond_10_000_tools_is_the_last_one() {
        String tools = String.join(
                ",",
                IntStream.rangeClosed(0, 10_000)
                        .mapToObj(number -> "{\"name\":\"tool" + number + "\"}")
                        .toList());
        Json large = Json.parse("{\"tools\":[" + tools + "],\"nextCursor\":\"more\"}");
        pages = number -> large;

        assertThat(definitions.fetchAndCacheAll()).hasSize(10_000).doesNotContainKey("tool10000");
        assertThat(requests).hasSize(1);
        assertThat(definitions.find("tool9999", false)).isNotNull();
    }

    @Test
    void a_server_that_cannot_list_its_tools_has_none_but_a_lost_one_fails_the_call() {
        pages = number -> {
            throw new ServerErrorException(new RpcError(-32601, "no tools"));
        };
        assertThat(isListed("tool")).isFalse();

        pages = number -> {
            throw new CallTimeoutException("expected by the test");
        };
        assertThatThrownBy(() -> isListed("tool")).isInstanceOf(CallTimeoutException.class);
    }
}
