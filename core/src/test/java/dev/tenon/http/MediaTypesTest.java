package dev.tenon.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json, text/event-stream|true|true",
                "Application/JSON,TEXT/EVENT-STREAM|true|true",
                "application/json|true|false",
                "text/event-stream|false|true",
                "*/*|true|true",
                "application/*|true|false",
                "text/*;q=0.5, application/json;q=0.1|true|true",
                "*/*, application/json;q=0|false|true",
                "*/*;q=0, application/json|true|false",
                "application/json;q=0.0, application/json; charset=utf-8|true|false",
                "text/html|false|false",
                "''|false|false",
                "nonsense, ,;,application/json|true|false",
                "text/x;a=\"application/json, */*\"|false|false",
                "application/jsonx|false|false"
            })
    void the_accept_header_decides(String accept, boolean json, boolean stream) {
        assertThat(MediaTypes.accepts(List.of(accept), MediaTypes.JSON)).isEqualTo(json);
        assertThat(MediaTypes.accepts(List.of(accept), MediaTypes.EVENT_STREAM)).isEqualTo(stream);
    }

    @Test
    void several_accept_headers_count_as_one() {
        List<String> accept = List.of("application/json", "text/event-stream");
        assertThat(MediaTypes.accepts(accept, MediaTypes.JSON)).isTrue();
        assertThat(MediaTypes.accepts(accept, MediaTypes.EVENT_STREAM)).isTrue();
    }

    @Test
    void without_an_accept_header_everything_is_accepted() {
        assertThat(MediaTypes.accepts(List.of(), MediaTypes.JSON)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "APPLICATION/JSON",
                "application/json; charset=utf-8",
                "application/json;charset=\"UTF-8\"",
                "application/json; x=y"
            })
    void json_in_utf_8_is_json(String contentType) {
        assertThat(MediaTypes.isJson(List.of(contentType))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/json; charset=utf-16",
                "application/json;charset=iso-8859-1",
                "application/x-www-form-urlencoded",
                "application/json, text/plain",
                "application/jsonp",
                "text/plain; a=application/json",
                "",
                ";"
            })
    void other_content_types_are_not_json(String contentType) {
        assertThat(MediaTypes.isJson(List.of(contentType))).isFalse();
    }

    @Test
    void a_body_has_exactly_one_type() {
        assertThat(MediaTypes.isJson(List.of())).isFalse();
        assertThat(MediaTypes.isJson(List.of("application/json", "application/json")))
                .isFalse();
    }

    @Test
    void an_event_stream_may_name_its_charset() {
        assertThat(MediaTypes.isEventStream(List.of("text/event-stream;charset=utf-8")))
                .isTrue();
        assertThat(MediaTypes.isEventStream(List.of("application/json"))).isFalse();
        assertThat(MediaTypes.isEventStream(List.of())).isFalse();
    }
}
