package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.CompleteParams;
import dev.tenon.model.CompletionRef;
import dev.tenon.model.Revision;
import java.util.Map;

/** What to complete. */
final class CompleteCodec implements Codec<CompleteParams> {
    private final boolean titles;
    private final boolean context;

    CompleteCodec(Revision revision) {
        titles = revision.hasTitles();
        context = revision.hasCompletionContext();
    }

    @Override
    public void members(JsonWriter out, CompleteParams it) {
        out.name("ref").object();
        if (it.ref() instanceof CompletionRef.ToPrompt prompt) {
            out.field("type", "ref/prompt").field("name", prompt.name());
            out.field("title", titles ? prompt.title() : null);
        } else if (it.ref() instanceof CompletionRef.ToResource resource) {
            out.field("type", "ref/resource").field("uri", resource.uri());
        }
        out.endObject();
        out.name("argument").object();
        out.field("name", it.argumentName()).field("value", it.argumentValue());
        out.endObject();
        if (context && !it.context().isEmpty()) {
            out.name("context").object();
            Write.textsByNameIfAny(out, "arguments", it.context());
            out.endObject();
        }
    }

    @Override
    public CompleteParams read(Fields in) {
        CompletionRef ref = in.one("ref", CompleteCodec::readRef);
        Fields argument = in.fields("argument");
        return new CompleteParams(ref, argument.text("name"), argument.text("value"), readContext(in), in.meta());
    }

    private Map<String, String> readContext(Fields in) {
        Fields given = context ? in.fieldsOrNull("context") : null;
        return given == null ? Map.of() : given.textsByNameOrEmpty("arguments");
    }

    private static CompletionRef readRef(Fields in) {
        return switch (in.text("type")) {
            case "ref/prompt" -> new CompletionRef.ToPrompt(in.text("name"), in.textOrNull("title"));
            case "ref/resource" -> new CompletionRef.ToResource(in.text("uri"));
            default -> throw in.expected("type", "ref/prompt or ref/resource", in.any("type"));
        };
    }
}
