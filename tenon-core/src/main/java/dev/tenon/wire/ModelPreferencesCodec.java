package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.ModelPreferences;
import java.util.List;

/** Which model is wanted. */
final class ModelPreferencesCodec implements Codec<ModelPreferences> {
    private static final Codec<String> HINT =
            new SimpleCodec<>((out, name) -> out.field("name", name), in -> in.has("name") ? in.text("name") : "");

    @Override
    public void members(JsonWriter out, ModelPreferences it) {
        Write.listIfAny(out, "hints", it.hints(), HINT);
        out.field("costPriority", it.costPriority());
        out.field("speedPriority", it.speedPriority());
        out.field("intelligencePriority", it.intelligencePriority());
    }

    /** A hint without a name hints at nothing and is passed over. */
    @Override
    public ModelPreferences read(Fields in) {
        List<String> hints = in.listOrEmpty("hints", HINT::read).stream()
                .filter(name -> !name.isEmpty())
                .toList();
        return new ModelPreferences(
                hints,
                in.numberOrNull("costPriority"),
                in.numberOrNull("speedPriority"),
                in.numberOrNull("intelligencePriority"));
    }
}
