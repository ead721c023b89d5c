package dev.tenon.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMemberMapTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6, 7, 12, 13, 14, 500})
    void any_number_of_members_is_returned_in_order(int count) {
        Map<String, Json> expected = new LinkedHashMap<>();
        IntStream.range(0, count).forEach(i -> expected.put("name " + i, Json.of(i)));

        Map<String, Json> members = Json.of(expected).members();

        assertThat(List.copyOf(members.entrySet())).isEqualTo(List.copyOf(expected.entrySet()));
        assertThat(members).isEqualTo(expected).hasSameHashCodeAs(expected).hasSize(count);
        expected.forEach((name, value) -> assertThat(members.get(name)).isEqualTo(value));
        assertThat(members.get("name")).isNull();
        assertThat(members.containsKey("name -1")).isFalse();
        List<String> named = new ArrayList<>();
        members.forEach((name, value) -> named.add(name));
        assertThat(named).containsExactlyElementsOf(expected.keySet());
    }

    @Test
    void they_are_immutable() {
        Map<String, Json> members = Json.parse("{\"a\":1}").members();

        assertThatThrownBy(() -> members.put("b", Json.NULL)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> members.remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(members::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> members.entrySet().iterator().next().setValue(Json.NULL))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 20})
    void the_last_value_of_a_duplicate_name_in_unvalidated_text_counts(int count) {
        StringBuilder text = new StringBuilder("{\"twice\":1");
        IntStream.range(0, count)
                .forEach(i -> text.append(",\"n").append(i).append("\":").append(i));
        byte[] bytes = text.append(",\"twice\":2}").toString().getBytes(UTF_8);

        Map<String, Json> members = new Json(bytes, 0, bytes.length).members();

        assertThat(members).hasSize(count + 1).containsEntry("twice", Json.of(2));
        assertThat(members.keySet().iterator().next()).isEqualTo("twice");
    }

    /** Far more names than the cache holds, so that they replace each other. */
    @Test
    void names_that_replace_each_other_in_the_cache_stay_correct() {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 5000; i++) {
                String name = i % 3 == 0 ? "ein längerer Name, ein ganzer Satz beinahe " + i : "n" + i;
                assertThat(Json.of(Map.of(name, i)).members()).containsOnlyKeys(name);
            }
        }
    }
}
