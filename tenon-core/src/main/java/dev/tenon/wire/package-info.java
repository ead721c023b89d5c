/**
 * How each revision of the protocol writes and reads the model: which methods it has, and exactly which fields.
 *
 * <p>Five wires, one for each {@link dev.tenon.model.Revision}, in two families: {@link dev.tenon.wire.HandshakeWire}
 * and {@link dev.tenon.wire.StatelessWire}. A wire is chosen once, at the door; nothing behind it asks for the revision.
 * Fields that a revision does not have are not written in it. Unknown fields are passed over when reading.
 */
@NullMarked
package dev.tenon.wire;

import org.jspecify.annotations.NullMarked;
