package dev.tenon.internal.reflect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.JsonLimits;
import org.junit.jupiter.api.Test;

final class RecordCopierTest {
    @Test
    void a_copy_differs_in_one_component_only() {
        JsonLimits copy = RecordCopier.copyWith(JsonLimits.DEFAULT, "depth", 3);

        assertThat(copy.depth()).isEqualTo(3);
        assertThat(RecordCopier.copyWith(copy, "depth", JsonLimits.DEFAULT.depth()))
                .isEqualTo(JsonLimits.DEFAULT);
    }

    @Test
    void an_unknown_component_and_a_rejected_value_are_illegal_arguments() {
        assertThatThrownBy(() -> RecordCopier.copyWith(JsonLimits.DEFAULT, "depths", 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("depths");
        assertThatThrownBy(() -> RecordCopier.copyWith(JsonLimits.DEFAULT, "depth", 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
