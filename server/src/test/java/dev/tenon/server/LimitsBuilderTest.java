package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.JsonLimits;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LimitsBuilderTest {
    private static final Map<Class<?>, Object> OTHERS = Map.of(
            int.class,
            7,
            long.class,
            7L,
            Duration.class,
            Duration.ofSeconds(7),
            JsonLimits.class,
            new JsonLimits(7, 7, 7, 7, 7, 7),
            Limits.QueueLimits.class,
            new Limits.QueueLimits(7, 7, Duration.ofSeconds(7)));

    @Test
    void each_method_sets_the_component_of_its_name_and_no_other() throws Exception {
        for (RecordComponent changed : Limits.class.getRecordComponents()) {
            Limits.Builder builder = Limits.DEFAULT.toBuilder();
            Limits.Builder.class
                    .getMethod(changed.getName(), changed.getType())
                    .invoke(builder, OTHERS.get(changed.getType()));

            Limits limits = builder.build();

            for (RecordComponent each : Limits.class.getRecordComponents()) {
                Object value = each.getName().equals(changed.getName())
                        ? OTHERS.get(each.getType())
                        : each.getAccessor().invoke(Limits.DEFAULT);
                assertThat(each.getAccessor().invoke(limits)).as(each.getName()).isEqualTo(value);
            }
        }
    }
}
