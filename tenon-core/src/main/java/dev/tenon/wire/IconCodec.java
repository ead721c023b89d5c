package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Icon;
import dev.tenon.model.IconTheme;
import dev.tenon.model.Revision;
import java.util.List;
import java.util.Optional;

/** Pictures, from 2025-11-25 on. */
final class IconCodec implements Codec<Icon> {
    private final boolean carried;

    IconCodec(Revision revision) {
        carried = revision.hasIcons();
    }

    void list(JsonWriter out, List<Icon> icons) {
        if (carried) {
            Write.listIfAny(out, "icons", icons, this);
        }
    }

    /** The icons that are fit to show: one with another scheme than https, http or data is passed over. */
    List<Icon> list(Fields in) {
        return in.listOrEmpty("icons", this::ifFit).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public void members(JsonWriter out, Icon icon) {
        out.field("src", icon.src()).field("mimeType", icon.mimeType());
        Write.textsIfAny(out, "sizes", icon.sizes());
        IconTheme theme = icon.theme();
        out.field("theme", theme == null ? null : theme.wireName());
    }

    @Override
    public Icon read(Fields in) {
        return new Icon(
                in.text("src"),
                in.textOrNull("mimeType"),
                in.textsOrEmpty("sizes"),
                in.choiceOrNull("theme", IconTheme.values(), IconTheme::wireName));
    }

    private Optional<Icon> ifFit(Fields in) {
        try {
            return Optional.of(read(in));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
