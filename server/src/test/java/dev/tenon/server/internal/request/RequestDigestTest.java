package dev.tenon.server.internal.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestDigestTest {
    private static String digest(String params) {
        return RequestDigest.of("tools/call", Json.parse(params));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"b\":2}               | {\"b\":2,\"a\":1}",
                "{\"a\":{\"x\":1,\"y\":2}}       | {\"a\":{\"y\":2,\"x\":1}}",
                "{\"a\":[{\"x\":1,\"y\":2}]}     | {\"a\":[{\"y\":2,\"x\":1}]}",
                "{\"a\":100}                     | {\"a\":1e2}",
                "{\"a\":1.50}                    | {\"a\":1.5}",
                "{\"a\":0}                       | {\"a\":0.0}",
                "{\"a\":\"\\u0041\"}             | {\"a\":\"A\"}",
                "{\"a\": [1, 2]}                 | {\"a\":[1,2]}",
                "{\"a\":1,\"_meta\":{\"p\":1}}   | {\"a\":1}",
                "{\"a\":1,\"requestState\":\"s\"} | {\"a\":1}",
                "{\"a\":1,\"inputResponses\":{}} | {\"a\":1,\"inputResponses\":{\"k\":1}}",
            })
    void equal_requests_have_the_same_digest(String one, String other) {
        assertThat(digest(one)).isEqualTo(digest(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1}                 | {\"a\":2}",
                "{\"a\":1}                 | {\"b\":1}",
                "{\"a\":1}                 | {\"a\":\"1\"}",
                "{\"a\":null}              | {}",
                "{\"a\":null}              | {\"a\":\"null\"}",
                "{\"a\":[1,2]}             | {\"a\":[2,1]}",
                "{\"a\":[12]}              | {\"a\":[1,2]}",
                "{\"a\":[[1],2]}           | {\"a\":[[1,2]]}",
                "{\"a\":{\"b\":1},\"c\":2} | {\"a\":{\"b\":1,\"c\":2}}",
                "{\"a\":\"x\",\"b\":\"y\"} | {\"a\":\"x\\\"b\\\":\\\"y\"}",
                "{\"a\":{\"_meta\":1}}     | {\"a\":{}}",
            })
    void different_requests_have_different_digests(String one, String other) {
        assertThat(digest(one)).isNotEqualTo(digest(other));
    }

    @Test
    void the_method_is_part_of_the_digest() {
        assertThat(RequestDigest.of("prompts/get", Json.EMPTY_OBJECT)).isNotEqualTo(digest("{}"));
    }

    @Test
    void missing_params_equal_empty_ones() {
        assertThat(RequestDigest.of("tools/call", null)).isEqualTo(digest("{}"));
    }
}
